/// Configurations: whatever the text is, the answer is a tree or a ConfigError, and a tree that is
/// written down reads back as the same. Seeds: configs.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <trainer/config.h>
#include <trainer/error.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const trainer::Config config = trainer::parse_config(text, "fuzz.yaml");
    const std::string written = config.yaml();
    if (trainer::parse_config(written, "again.yaml").yaml() != written) std::abort();
  } catch (const trainer::ConfigError&) {
    return 0;
  }
  return 0;
}
