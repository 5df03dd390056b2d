#include "cli/data_place.h"

#include <filesystem>

#include <trainer/error.h>

#include "base/text.h"
#include "cli/option_checks.h"
#include "data/packed/format.h"

namespace trainer::cli {
namespace {

/// The format of a file of images that was named in place of a configuration; empty: none.
std::string format_of_images(const std::string& file) {
  if (is_packed_file(file)) return "packed";
  return lower_case(file).ends_with(".tar") ? "tar" : "";
}

}  // namespace

bool is_data_folder(const std::string& command,
                    const std::string& place,
                    const std::vector<std::string>& overrides) {
  const auto refuse = [&](const std::string& problem) {
    throw UsageError(concat("trainer ", command, ": ", printable(place), problem));
  };
  std::error_code error;
  const auto status = std::filesystem::status(place, error);
  if (!std::filesystem::exists(status))
    refuse(": there is no such configuration and no such folder");
  if (std::filesystem::is_directory(status)) {
    if (overrides.empty()) return true;
    refuse(concat(" is a folder, so there is no configuration in which \"",
                  printable(overrides.front()),
                  "\" could be set; name a configuration, or leave the key out"));
  }
  if (const std::string format = format_of_images(place); !format.empty()) {
    refuse(concat(" is no configuration but images; name it in one, as data: {format: ",
                  format,
                  ", train: ",
                  printable(place),
                  "}"));
  }
  check_overrides(overrides);
  return false;
}

}  // namespace trainer::cli
