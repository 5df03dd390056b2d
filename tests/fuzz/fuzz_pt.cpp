#include <cstddef>
#include <cstdint>
#include <string_view>

#include <trainer/error.h>

#include "weights/pickle_reader.h"
#include "weights/pt_file.h"

namespace {

trainer::HostTensor any_storage(const std::string&, trainer::DType dtype, std::int64_t numel) {
  const std::int64_t size = numel < 0 || numel > 1024 ? 1 : numel;
  const std::vector<std::byte> zeros(static_cast<std::size_t>(size) * trainer::item_size(dtype));
  return trainer::make_host_tensor(dtype, {size}, zeros);
}

}  // namespace

/// The first byte chooses: the whole file, or the pickle alone, which the check sums of a zip file
/// would hide from mutations.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    if (data[0] % 2 == 0) {
      trainer::parse_pt(trainer::copy_bytes(rest), "fuzz.pt");
    } else {
      trainer::PickleReader(rest, "fuzz.pt", any_storage).read();
    }
  } catch (const trainer::CheckpointError&) {
  }
  return 0;
}
