#include <cerrno>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_system.h"
#include "base/file_system_internal.h"
#include "base/text.h"

namespace trainer {
namespace {

constexpr std::size_t kAlignment = 64;

std::size_t read_some(int fd, char* to, std::size_t count, const std::string& path) {
  for (;;) {
    const ssize_t got = ::read(fd, to, count);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) throw FileError("read", path, errno);
  }
}

[[noreturn]] void refuse_size(const std::string& path, std::uint64_t max_bytes) {
  throw FileError("read",
                  path,
                  EFBIG,
                  concat("expected at most ", max_bytes, " bytes; is this the right file?"));
}

struct OpenFile {
  detail::Descriptor descriptor;
  std::uint64_t size = 0;  ///< 0 for a pipe
};

OpenFile open_to_read(const std::string& path, std::uint64_t max_bytes) {
  OpenFile file{detail::open_file(path, O_RDONLY)};
  struct stat info {};
  if (::fstat(file.descriptor.get(), &info) != 0) throw FileError("examine", path, errno);
  if (S_ISDIR(info.st_mode)) throw FileError("read", path, EISDIR, "expected a file");
  if (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode)) {
    throw FileError("read", path, 0, "expected a file, found a device");
  }
  if (S_ISREG(info.st_mode)) file.size = static_cast<std::uint64_t>(info.st_size);
  if (file.size > max_bytes) refuse_size(path, max_bytes);
  return file;
}

std::shared_ptr<std::byte> allocate(std::size_t size) {
  auto* memory = static_cast<std::byte*>(::operator new (size, std::align_val_t{kAlignment}));
  return {memory, [](std::byte* p) { ::operator delete (p, std::align_val_t{kAlignment}); }};
}

class Hash {
 public:
  Hash() : context_(EVP_MD_CTX_new()) {
    TRAINER_ASSERT(context_ != nullptr && EVP_DigestInit_ex(context_, EVP_sha256(), nullptr) == 1,
                   "SHA-256 is not available in OpenSSL");
  }
  ~Hash() { EVP_MD_CTX_free(context_); }
  Hash(const Hash&) = delete;
  Hash& operator=(const Hash&) = delete;
  void add(const void* data, std::size_t size) {
    TRAINER_ASSERT(EVP_DigestUpdate(context_, data, size) == 1, "SHA-256 failed");
  }
  std::string hex() {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    TRAINER_ASSERT(EVP_DigestFinal_ex(context_, digest, &size) == 1, "SHA-256 failed");
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
      text += "0123456789abcdef"[digest[i] >> 4];
      text += "0123456789abcdef"[digest[i] & 15];
    }
    return text;
  }

 private:
  EVP_MD_CTX* context_;
};

}  // namespace

std::string read_file(const std::string& path, std::uint64_t max_bytes) {
  const OpenFile file = open_to_read(path, max_bytes);
  std::string content;
  // One byte more than expected, so that a file that grows, or a pipe, is read to its end.
  std::size_t room = static_cast<std::size_t>(file.size) + 1;
  for (;;) {
    const std::size_t at = content.size();
    content.resize(at + room);
    const std::size_t got = read_some(file.descriptor.get(), content.data() + at, room, path);
    content.resize(at + got);
    if (content.size() > max_bytes) refuse_size(path, max_bytes);
    if (got == 0) return content;
    room = room > got ? room - got : 65536;
  }
}

FileBytes read_file_bytes(const std::string& path, std::uint64_t max_bytes) {
  const OpenFile file = open_to_read(path, max_bytes);
  const auto size = static_cast<std::size_t>(file.size);
  if (size == 0) return copy_bytes(read_file(path, max_bytes));
  std::shared_ptr<std::byte> memory = allocate(size);
  std::size_t have = 0;
  while (have < size) {
    const std::size_t got = read_some(
        file.descriptor.get(), reinterpret_cast<char*>(memory.get()) + have, size - have, path);
    if (got == 0) throw FileError("read", path, 0, "the file became shorter while it was read");
    have += got;
  }
  return {std::move(memory), size};
}

FileBytes copy_bytes(std::string_view content) {
  std::shared_ptr<std::byte> memory = allocate(content.size());
  if (!content.empty()) std::memcpy(memory.get(), content.data(), content.size());
  return {std::move(memory), content.size()};
}

std::string sha256(std::string_view content) {
  Hash hash;
  hash.add(content.data(), content.size());
  return hash.hex();
}

std::string sha256_of_file(const std::string& path) {
  const OpenFile file = open_to_read(path, ~std::uint64_t{0});
  std::string buffer(std::size_t{1} << 20, '\0');
  Hash hash;
  for (;;) {
    const std::size_t got = read_some(file.descriptor.get(), buffer.data(), buffer.size(), path);
    if (got == 0) return hash.hex();
    hash.add(buffer.data(), got);
  }
}

}  // namespace trainer
