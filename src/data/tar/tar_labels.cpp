#include "data/tar/tar_labels.h"

#include <algorithm>
#include <charconv>

#include <nlohmann/json.hpp>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

using Json = nlohmann::json;

bool is_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

TarLabel index_label(std::string_view digits) {
  long long value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || value < 0 ||
      value > kMaxTarClass) {
    throw DataError(concat(
        "expected a class from 0 to ", kMaxTarClass, ", found ", printable(digits.substr(0, 40))));
  }
  return {true, concat(value)};
}

TarLabel name_label(std::string_view name) {
  if (name.empty()) throw DataError("expected a class, found nothing");
  return {false, std::string(name)};
}

TarLabel json_label(std::string_view content) {
  const Json root = Json::parse(content, nullptr, false);
  const Json* value = &root;
  for (const char* key : {"class", "cls", "label"}) {
    if (root.is_object() && root.contains(key)) value = &root[key];
  }
  if (value->is_string()) return name_label(value->get_ref<const std::string&>());
  if (value->is_number_integer()) return index_label(value->dump());
  throw DataError(root.is_discarded() ? "expected JSON, found a mistake in it"
                                      : "expected a name or a whole number, or an object with one "
                                        "of them under \"label\", \"cls\" or \"class\"");
}

}  // namespace

int tar_label_rank(std::string_view extension) {
  if (extension == "cls") return 3;
  if (extension == "json") return 2;
  return extension == "txt" ? 1 : 0;
}

TarLabel read_tar_label(std::string_view extension, std::string_view content) {
  if (extension == "json") return json_label(content);
  const std::string_view text = trim(content);
  if (extension == "cls" && is_digits(text)) return index_label(text);
  return name_label(text);
}

std::optional<TarLabel> tar_folder_label(std::string_view member) {
  const std::size_t slash = member.rfind('/');
  if (slash == member.npos) return std::nullopt;
  std::string_view folder = member.substr(0, slash);
  while (folder.ends_with('/')) folder.remove_suffix(1);
  folder = folder.substr(folder.rfind('/') + 1);
  if (folder.empty() || folder == "." || folder == "..") return std::nullopt;
  return TarLabel{false, std::string(folder)};
}

}  // namespace trainer
