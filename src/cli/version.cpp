#include "cli/version.h"

#include <CLI/Version.hpp>

#include "base/text.h"

namespace trainer::cli {
namespace {

#if defined(__clang__)
constexpr const char* kCompiler = "clang++ " __clang_version__;
#else
constexpr const char* kCompiler = "g++ " __VERSION__;
#endif

}  // namespace

std::string version_line() {
  return "trainer " TRAINER_VERSION "\n";
}

std::string build_facts() {
  return concat(version_line(),
                "compiler: ",
                trim(kCompiler),
                "\nbuild: ",
                TRAINER_BUILD_TYPE,
                "\nCLI11: ",
                CLI11_VERSION,
                "\n");
}

}  // namespace trainer::cli
