#include "data/preview_folder.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include <trainer/error.h>

#include "base/file_system.h"
#include "base/text.h"

namespace trainer {
namespace {

constexpr std::size_t kDigits = 5;
constexpr std::string_view kExtension = ".png";

std::string index_of(const std::string& folder) {
  return folder + "/index.csv";
}

bool holds_preview(const std::string& folder) {
  std::ifstream index(index_of(folder), std::ios::binary);
  std::string header;
  std::getline(index, header);
  return header == kPreviewIndexHeader ||
         header == concat(kPreviewIndexHeader, kMixedPreviewColumns);
}

bool is_image_name(std::string_view name) {
  if (!name.ends_with(kExtension)) return false;
  const std::string_view number = name.substr(0, name.size() - kExtension.size());
  return number.size() >= kDigits && number.find_first_not_of("0123456789") == number.npos;
}

}  // namespace

std::string preview_image_name(long long position) {
  const std::string digits = std::to_string(position);
  const std::size_t zeros = digits.size() < kDigits ? kDigits - digits.size() : 0;
  return concat(std::string(zeros, '0'), digits, kExtension);
}

void check_preview_folder(const std::string& folder) {
  std::error_code error;
  const auto status = std::filesystem::status(folder, error);
  if (!std::filesystem::exists(status)) return;
  if (!std::filesystem::is_directory(status)) {
    throw UsageError(
        concat(printable(folder), " is no folder; a preview needs one for its images"));
  }
  const bool empty = std::filesystem::is_empty(folder, error);
  if (error) throw UsageError(concat(printable(folder), ": cannot be read: ", error.message()));
  if (empty || holds_preview(folder)) return;
  throw UsageError(concat(printable(folder),
                          " has files in it, and no earlier preview; it is left alone: name a new "
                          "or empty folder"));
}

void prepare_preview_folder(const std::string& folder) {
  check_preview_folder(folder);
  make_folders(folder);
  std::ifstream index(index_of(folder), std::ios::binary);
  for (std::string line; std::getline(index, line);) {
    const std::string name = line.substr(0, line.find(','));
    const std::string image = concat(folder, "/", name);
    std::error_code error;
    // Only what the index of the earlier preview names, and no folder of the user's.
    if (is_image_name(name) && std::filesystem::is_regular_file(image, error)) remove_all(image);
  }
}

}  // namespace trainer
