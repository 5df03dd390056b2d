#include "data/sources/file_dataset.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "data/sources/file_reader.h"

namespace trainer {
namespace {

constexpr std::array<std::string_view, 9> kExtensions = {
    ".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".bmp", ".tif", ".tiff"};

}  // namespace

void join_path(std::string_view folder, std::string_view path, std::string& joined) {
  joined.clear();
  if (!folder.empty() && !path.starts_with('/')) {
    joined += folder;
    if (!joined.ends_with('/')) joined += '/';
  }
  joined += path;
}

std::string join_path(std::string_view folder, std::string_view path) {
  std::string joined;
  join_path(folder, path, joined);
  return joined;
}

FileDataset::FileDataset(std::string folder, std::vector<std::string> class_names)
    : folder_(std::move(folder)), class_names_(std::move(class_names)) {}

void FileDataset::add(std::string_view path, std::int64_t label) {
  paths_ += path;
  ends_.push_back(paths_.size());
  labels_.push_back(static_cast<std::int32_t>(label));
}

std::int64_t FileDataset::label(std::int64_t index) const {
  return labels_.at(static_cast<std::size_t>(index));
}

std::string_view FileDataset::path(std::int64_t index) const {
  const auto at = static_cast<std::size_t>(index);
  const std::size_t end = ends_.at(at);
  const std::size_t begin = at == 0 ? 0 : ends_[at - 1];
  return std::string_view(paths_).substr(begin, end - begin);
}

std::string FileDataset::name(std::int64_t index) const {
  return join_path(folder_, path(index));
}

void FileDataset::read(std::int64_t index, SourceImage& image) const {
  image.encoded = true;
  image.height = image.width = image.channels = 0;
  thread_local std::string full_path;  // its memory is used again
  join_path(folder_, path(index), full_path);
  read_whole_file(full_path, kMaxImageFile, image.bytes);
}

std::string extension_of(std::string_view name) {
  const std::size_t point = name.rfind('.');
  if (point == name.npos || point == 0 || point + 1 == name.size()) return "no extension";
  return lower_case(name.substr(point));
}

bool has_image_extension(std::string_view name) {
  return std::find(kExtensions.begin(), kExtensions.end(), extension_of(name)) != kExtensions.end();
}

std::string accepted_extensions() {
  return join(std::vector<std::string>(kExtensions.begin(), kExtensions.end()), ", ");
}

}  // namespace trainer
