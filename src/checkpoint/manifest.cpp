#include "checkpoint/manifest.h"

#include <nlohmann/json.hpp>

#include <trainer/error.h>

#include "base/file_system.h"
#include "base/text.h"

namespace trainer {
namespace {

constexpr std::uint64_t kMaxManifest = std::uint64_t{1} << 20;
constexpr const char* kFormat = "trainer checkpoint";
constexpr const char* kCheck = "sha256_of_the_above";

[[noreturn]] void damaged(const std::string& folder, std::string_view what) {
  throw CheckpointError(concat(printable(folder), ": ", what, "; the checkpoint is damaged"),
                        folder);
}

/// The parsed text, once its own check sum holds.
nlohmann::ordered_json parse_checked(const std::string& folder, const std::string& text) {
  auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains(kCheck)) damaged(folder, "manifest.json is not readable");
  const nlohmann::ordered_json check = json[kCheck];
  json.erase(kCheck);
  if (check != sha256(json.dump())) damaged(folder, "manifest.json does not have its check sum");
  return json;
}

}  // namespace

Manifest make_manifest(std::int64_t step, const std::vector<CheckpointFile>& files) {
  Manifest manifest;
  manifest.step = step;
  for (const CheckpointFile& file : files) {
    const bool plain = !file.name.empty() && file.name.front() != '.' &&
                       file.name.find('/') == std::string::npos && file.name != Manifest::kFile;
    TRAINER_ASSERT(plain, concat("a checkpoint file is called ", printable(file.name)));
    const bool added =
        manifest.files.emplace(file.name, Manifest::Entry{file.bytes.size(), sha256(file.bytes)})
            .second;
    TRAINER_ASSERT(added, concat("two checkpoint files are called ", printable(file.name)));
  }
  return manifest;
}

std::string manifest_text(const Manifest& manifest) {
  nlohmann::ordered_json json;
  json["format"] = kFormat;
  json["version"] = Manifest::kVersion;
  json["step"] = manifest.step;
  json["files"] = nlohmann::ordered_json::object();
  for (const auto& [name, entry] : manifest.files) {
    json["files"][name] = {{"size", entry.size}, {"sha256", entry.sha256}};
  }
  json[kCheck] = sha256(json.dump());
  return json.dump(2) + "\n";
}

Manifest read_manifest(const std::string& folder) {
  const std::string path = concat(folder, "/", Manifest::kFile);
  if (!path_exists(path)) {
    damaged(folder, "manifest.json is missing: it was not saved to its end");
  }
  const std::string text = read_file(path, kMaxManifest);
  const nlohmann::ordered_json json = parse_checked(folder, text);
  const nlohmann::ordered_json none;
  if (json.value("format", none) != kFormat || !json.value("version", none).is_number_integer()) {
    damaged(folder, "manifest.json is not readable");
  }
  const auto version = json["version"].get<std::int64_t>();
  if (version > Manifest::kVersion) {
    throw NewerFormatError(concat(printable(folder),
                                  " has format version ",
                                  version,
                                  ", and this program reads versions up to ",
                                  Manifest::kVersion,
                                  "; use the version of trainer that wrote it, or a newer one"),
                           folder);
  }
  try {
    Manifest manifest;
    manifest.step = json.at("step").get<std::int64_t>();
    for (const auto& [name, entry] : json.at("files").items()) {
      if (name.empty() || name.front() == '.' || name.find('/') != std::string::npos) {
        damaged(folder, concat("manifest.json names the file ", printable(name)));
      }
      manifest.files[name] = {entry.at("size").get<std::uint64_t>(),
                              entry.at("sha256").get<std::string>()};
    }
    if (manifest.files.empty()) damaged(folder, "manifest.json names no files");
    if (manifest_text(manifest) != text) damaged(folder, "manifest.json is not as it was written");
    return manifest;
  } catch (const nlohmann::json::exception&) {
    damaged(folder, "manifest.json is not readable");
  }
}

}  // namespace trainer
