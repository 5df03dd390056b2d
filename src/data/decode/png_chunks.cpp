#include "data/decode/png_chunks.h"

#include <string>
#include <string_view>

#include <zlib.h>

#include <trainer/error.h>

#include "base/text.h"
#include "data/decode/byte_view.h"

namespace trainer {
namespace {

struct Chunk {
  std::size_t begin, end;
};

bool is_essential(std::string_view type) {
  return type == "IHDR" || type == "PLTE" || type == "IDAT" || type == "IEND";
}

void check_crc(std::span<const std::uint8_t> body,
               std::uint32_t expected,
               std::string_view type,
               std::size_t at) {
  const auto found =
      static_cast<std::uint32_t>(crc32(0, body.data(), static_cast<uInt>(body.size())));
  if (found != expected) {
    throw DataError(concat("a damaged PNG: wrong checksum in chunk ",
                           printable(type),
                           " at byte ",
                           static_cast<long long>(at)));
  }
}

}  // namespace

std::span<const std::uint8_t> essential_png(std::span<const std::uint8_t> bytes,
                                            std::vector<std::uint8_t>& scratch) {
  constexpr std::size_t kSignature = 8, kOverhead = 12;
  ByteView view(bytes);
  std::vector<Chunk> kept;
  std::size_t at = kSignature;
  bool ended = false, left_out = false;
  while (!ended) {
    const std::size_t length = view.be32(at);
    if (view.overrun() || at + kOverhead > bytes.size() || length > bytes.size() - at - kOverhead) {
      throw DataError(concat("a truncated PNG: the file ends within the chunk at byte ",
                             static_cast<long long>(at)));
    }
    const std::string_view type(reinterpret_cast<const char*>(bytes.data()) + at + 4, 4);
    if (is_essential(type)) {
      check_crc(bytes.subspan(at + 4, length + 4), view.be32(at + 8 + length), type, at);
      kept.push_back({at, at + kOverhead + length});
      ended = type == "IEND";
    } else {
      left_out = true;
    }
    at += kOverhead + length;
  }
  if (!left_out) return bytes.first(at);
  scratch.assign(bytes.begin(), bytes.begin() + kSignature);
  for (const Chunk& chunk : kept) {
    scratch.insert(scratch.end(),
                   bytes.begin() + static_cast<std::ptrdiff_t>(chunk.begin),
                   bytes.begin() + static_cast<std::ptrdiff_t>(chunk.end));
  }
  return scratch;
}

}  // namespace trainer
