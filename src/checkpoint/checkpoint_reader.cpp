#include <filesystem>

#include <nlohmann/json.hpp>

#include <trainer/error.h>

#include "base/file_system.h"
#include "base/text.h"
#include "checkpoint/checkpoint_store.h"
#include "checkpoint/manifest.h"

namespace trainer {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxState = std::uint64_t{256} << 20;
constexpr const char* kState = "state.json";

[[noreturn]] void damaged(const std::string& path, std::string_view what) {
  throw CheckpointError(concat(printable(path), ": ", what, "; the checkpoint is damaged"), path);
}

void check_file(const std::string& folder, const std::string& name, const Manifest::Entry& entry) {
  const std::string path = concat(folder, "/", name);
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) damaged(path, "the file is missing or not readable");
  if (size != entry.size) {
    damaged(path, concat("expected ", entry.size, " bytes, found ", size));
  }
  if (sha256_of_file(path) != entry.sha256) damaged(path, "the content does not have its SHA-256");
}

bool is_step_folder(const fs::path& path) {
  return fs::exists(path / Manifest::kFile);
}

[[noreturn]] void refuse(const std::string& path, std::string_view found) {
  throw CheckpointError(
      concat("expected a run folder, a folder checkpoints/{best,last,step-…} or a weights file, "
             "found ",
             found,
             ": ",
             printable(path),
             "; give the folder that `trainer fit` wrote"),
      path);
}

std::string followed(const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path.string() : real.string();
}

/// The checkpoint to use in a run's `checkpoints`; empty when there is none.
std::string preferred(const fs::path& checkpoints) {
  for (const char* link : {"best", "last"}) {
    if (is_step_folder(checkpoints / link)) return followed(checkpoints / link);
  }
  return CheckpointStore(checkpoints.string()).newest_valid().folder;
}

}  // namespace

void verify_checkpoint(const std::string& folder) {
  const Manifest manifest = read_manifest(folder);
  for (const auto& [name, entry] : manifest.files) check_file(folder, name, entry);
}

nlohmann::json read_checkpoint_state(const std::string& folder) {
  const Manifest manifest = read_manifest(folder);
  const auto entry = manifest.files.find(kState);
  if (entry == manifest.files.end()) damaged(folder, "state.json is missing");
  check_file(folder, kState, entry->second);
  const std::string path = concat(folder, "/", kState);
  auto state = nlohmann::json::parse(read_file(path, kMaxState), nullptr, false);
  if (!state.is_object()) damaged(path, "it is not readable");
  return state;
}

bool has_checkpoint_file(const std::string& folder, std::string_view name) {
  return read_manifest(folder).files.count(std::string(name)) > 0;
}

CheckpointPath resolve_checkpoint(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    refuse(path, fs::is_symlink(fs::symlink_status(path, error)) ? "a link to nothing" : "nothing");
  }
  if (!fs::is_directory(status)) return {"", path};
  const fs::path folder(path);
  if (is_step_folder(folder)) return {followed(folder), ""};
  for (const fs::path& checkpoints : {folder / "checkpoints", folder}) {
    const std::string found = preferred(checkpoints);
    if (!found.empty()) return {found, ""};
  }
  if (fs::is_regular_file(folder / "model.pt", error)) return {"", (folder / "model.pt").string()};
  refuse(path, "a folder without any usable checkpoint");
}

std::string run_folder_of(const std::string& path) {
  const CheckpointPath found = resolve_checkpoint(path);
  const fs::path inside(found.folder.empty() ? found.file : found.folder);
  const fs::path folder =
      found.folder.empty() ? inside.parent_path() : inside.parent_path().parent_path();
  std::error_code error;
  return fs::is_regular_file(folder / "config.yaml", error) &&
                 fs::is_directory(folder / "checkpoints", error)
             ? folder.string()
             : std::string();
}

}  // namespace trainer
