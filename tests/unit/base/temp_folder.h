#pragma once
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

#include <unistd.h>

namespace trainer::test {

/// A new folder for one test, removed with all that is in it.
class TempFolder {
 public:
  TempFolder() : TempFolder(std::filesystem::temp_directory_path()) {}
  explicit TempFolder(const std::filesystem::path& parent) {
    std::string name = (parent / "trainer-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    path_ = name;
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  /// Where fsync costs nothing, if there is such a place: for tests that sync hundreds of times.
  static std::filesystem::path in_memory() {
    const std::filesystem::path shared = "/dev/shm";
    return access(shared.c_str(), W_OK) == 0 ? shared : std::filesystem::temp_directory_path();
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace trainer::test
