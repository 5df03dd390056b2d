#include "checkpoint/checkpoint_store.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include <nlohmann/json.hpp>

#include <trainer/error.h>

#include "base/file_system.h"
#include "base/text.h"
#include "checkpoint/manifest.h"

namespace trainer {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "step-";
constexpr std::string_view kTemporary = ".tmp-";
constexpr std::string_view kReplaced = ".old-";
constexpr const char* kLast = "last";
constexpr const char* kBest = "best";

std::string step_name(std::int64_t step) {
  char name[40];
  std::snprintf(name, sizeof name, "step-%08lld", static_cast<long long>(step));
  return name;
}

/// The step of `step-00001200`, or -1.
std::int64_t step_of(std::string_view name) {
  if (!name.starts_with(kPrefix)) return -1;
  const std::string_view digits = name.substr(kPrefix.size());
  const bool all_digits = digits.find_first_not_of("0123456789") == std::string_view::npos;
  if (!all_digits || digits.size() < 8 || digits.size() > 18) return -1;
  return std::stoll(std::string(digits));
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  const bool absent = error == std::errc::no_such_file_or_directory;
  if (error && !absent) throw FileError("list", folder, error.value());
  return names;
}

/// Removes a half-written checkpoint when the scope is left by an error.
class RemoveOnError {
 public:
  explicit RemoveOnError(std::string folder) : folder_(std::move(folder)) {}
  ~RemoveOnError() {
    // The error on its way says what failed; a remainder is removed by the next `prepare`.
    std::error_code ignored;
    if (armed_) fs::remove_all(folder_, ignored);
  }
  RemoveOnError(const RemoveOnError&) = delete;
  RemoveOnError& operator=(const RemoveOnError&) = delete;
  void done() { armed_ = false; }

 private:
  std::string folder_;
  bool armed_ = true;
};

}  // namespace

CheckpointStore::CheckpointStore(std::string folder) : folder_(std::move(folder)) {}

std::string CheckpointStore::step_folder(std::int64_t step) const {
  return concat(folder_, "/", step_name(step));
}

void CheckpointStore::prepare() {
  make_folders(folder_);
  for (const std::string& name : names_in(folder_)) {
    const std::string path = concat(folder_, "/", name);
    if (name.starts_with(kTemporary)) remove_all(path);
    if (!name.starts_with(kReplaced)) continue;
    // Killed between the two renames of a replacement: the old one is the one that there is.
    const std::string place = concat(folder_, "/", name.substr(kReplaced.size()));
    if (path_exists(place)) {
      remove_all(path);
    } else {
      rename_synced(path, place);
    }
  }
  remove_stale_temporaries(folder_);
}

std::string CheckpointStore::save(std::int64_t step,
                                  const std::vector<CheckpointFile>& files,
                                  const nlohmann::json& state) {
  TRAINER_ASSERT(step >= 0, concat("a checkpoint of step ", step));
  const std::string place = step_folder(step);
  const std::string aside = concat(folder_, "/", kTemporary, step_name(step));
  remove_all(aside);
  make_folders(aside);
  RemoveOnError guard(aside);
  std::vector<CheckpointFile> state_file{{"state.json", state.dump(1) + "\n"}};
  Manifest manifest = make_manifest(step, files);
  manifest.files.merge(make_manifest(step, state_file).files);
  for (const CheckpointFile& file : files) {
    write_file_synced(concat(aside, "/", file.name), file.bytes);
  }
  write_file_synced(concat(aside, "/", state_file[0].name), state_file[0].bytes);
  write_file_synced(concat(aside, "/", Manifest::kFile), manifest_text(manifest));
  sync_folder(aside);

  if (!path_exists(place)) {
    rename_synced(aside, place);
    guard.done();
    return place;
  }
  if (exchange_synced(aside, place)) return place;  // `aside` is the old one now, and is removed
  const std::string old = concat(folder_, "/", kReplaced, step_name(step));
  remove_all(old);
  rename_synced(place, old);
  try {
    rename_synced(aside, place);
  } catch (const FileError&) {
    rename_synced(old, place);
    throw;
  }
  guard.done();
  remove_all(old);
  return place;
}

void CheckpointStore::mark(const char* link, std::int64_t step) {
  TRAINER_ASSERT(path_exists(step_folder(step)), concat("no checkpoint of step ", step));
  replace_link(step_name(step), concat(folder_, "/", link));
}

void CheckpointStore::mark_last(std::int64_t step) {
  mark(kLast, step);
}
void CheckpointStore::mark_best(std::int64_t step) {
  mark(kBest, step);
}

std::int64_t CheckpointStore::marked(const char* link) const {
  std::error_code error;
  const fs::path target = fs::read_symlink(concat(folder_, "/", link), error);
  return error ? -1 : step_of(target.string());
}

std::int64_t CheckpointStore::last_step() const {
  return marked(kLast);
}
std::int64_t CheckpointStore::best_step() const {
  return marked(kBest);
}

std::vector<std::int64_t> CheckpointStore::steps() const {
  std::vector<std::int64_t> steps;
  for (const std::string& name : names_in(folder_)) {
    if (step_of(name) >= 0) steps.push_back(step_of(name));
  }
  std::ranges::sort(steps);
  return steps;
}

NewestCheckpoint CheckpointStore::newest_valid() const {
  NewestCheckpoint result;
  std::vector<std::int64_t> found = steps();
  while (!found.empty()) {
    const std::int64_t step = found.back();
    found.pop_back();
    const std::string folder = step_folder(step);
    try {
      verify_checkpoint(folder);
      result.folder = folder;
      result.step = step;
      return result;
    } catch (const NewerFormatError&) {
      throw;
    } catch (const Error& error) {
      result.skipped.push_back({folder, error.what()});
    }
  }
  return result;
}

void CheckpointStore::remove_step(std::int64_t step) {
  // Renamed first: a folder that is half removed must not look like a damaged checkpoint.
  const std::string aside = concat(folder_, "/", kTemporary, step_name(step), "-removed");
  remove_all(aside);
  rename_synced(step_folder(step), aside);
  remove_all(aside);
}

void CheckpointStore::prune(int keep_last,
                            int keep_best,
                            const std::vector<std::int64_t>& best_steps) {
  const std::vector<std::int64_t> present = steps();
  std::set<std::int64_t> kept{last_step(), best_step()};
  for (std::size_t i = 0;
       i < present.size() && i < static_cast<std::size_t>(std::max(keep_last, 1));
       ++i) {
    kept.insert(present[present.size() - 1 - i]);
  }
  for (std::size_t i = 0;
       i < best_steps.size() && i < static_cast<std::size_t>(std::max(keep_best, 0));
       ++i) {
    kept.insert(best_steps[i]);
  }
  for (const std::int64_t step : present) {
    if (kept.count(step) == 0) remove_step(step);
  }
}

void CheckpointStore::discard_after(std::int64_t step) {
  for (const char* link : {kLast, kBest}) {
    if (marked(link) > step) remove_all(concat(folder_, "/", link));
  }
  const std::vector<std::int64_t> present = steps();
  for (auto later = present.rbegin(); later != present.rend() && *later > step; ++later) {
    remove_step(*later);
  }
}

}  // namespace trainer
