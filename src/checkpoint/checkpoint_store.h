#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace trainer {

/// One file of a checkpoint, such as `model.pt`.
struct CheckpointFile {
  std::string name;
  std::string bytes;
};

/// A checkpoint that was passed over, and why.
struct SkippedCheckpoint {
  std::string folder;
  std::string reason;
};

struct NewestCheckpoint {
  std::string folder;  ///< empty: none is usable
  std::int64_t step = 0;
  std::vector<SkippedCheckpoint> skipped;  ///< newer than `folder` and damaged, newest first
};

/// The checkpoints of one run: `<folder>/step-00001200/{model.pt, …, state.json, manifest.json}`
/// and the relative links `last` and `best`. A step folder appears whole or not at all. One process
/// writes (the run folder is locked); any may read.
class CheckpointStore {
 public:
  /// `folder` is the run's `checkpoints`; it may not be there yet. Opening writes nothing.
  explicit CheckpointStore(std::string folder);

  /// Makes the folder and removes what a killed process left half-written. Before the first save.
  void prepare();
  /// Writes a checkpoint aside, makes it durable and puts it in place; replaces one of the same
  /// step. Returns its folder. Throws FileError: then nothing of it is left, and all earlier
  /// checkpoints are untouched.
  std::string save(std::int64_t step,
                   const std::vector<CheckpointFile>& files,
                   const nlohmann::json& state);
  /// Points `last` or `best` at the checkpoint of `step`.
  void mark_last(std::int64_t step);
  void mark_best(std::int64_t step);
  /// Step that `last` or `best` points to, or -1.
  std::int64_t last_step() const;
  std::int64_t best_step() const;

  /// Steps of the checkpoints that are there, ascending, unverified.
  std::vector<std::int64_t> steps() const;
  std::string step_folder(std::int64_t step) const;
  /// The newest checkpoint that passes `verify_checkpoint`. A checkpoint of a newer format version
  /// is an error (CheckpointError), not skipped.
  NewestCheckpoint newest_valid() const;

  /// Removes all but the newest `keep_last`, the first `keep_best` of `best_steps` (best first),
  /// and what `last` and `best` point to. Call when the new one is saved and marked.
  void prune(int keep_last, int keep_best, const std::vector<std::int64_t>& best_steps);
  /// Removes checkpoints after `step`: once a run goes on from an older one, they are of a future
  /// that did not happen. Links to them are removed too.
  void discard_after(std::int64_t step);

 private:
  void mark(const char* link, std::int64_t step);
  std::int64_t marked(const char* link) const;
  void remove_step(std::int64_t step);

  std::string folder_;
};

/// Checks the manifest, and size and SHA-256 of every file. Throws CheckpointError naming the file
/// and what is wrong with it.
void verify_checkpoint(const std::string& folder);
/// `state.json` of a step folder, checked against the manifest.
nlohmann::json read_checkpoint_state(const std::string& folder);
bool has_checkpoint_file(const std::string& folder, std::string_view name);

/// Where weights are to be read from.
struct CheckpointPath {
  std::string folder;  ///< a step folder, links followed; empty for a single weights file
  std::string file;    ///< the weights file itself; empty for a step folder
};

/// What a PATH of the command line means: a run folder (its best, else its last checkpoint, else
/// its model.pt), a `checkpoints/{best,last,step-…}` folder, or a weights file. Throws
/// CheckpointError saying what was expected and found.
CheckpointPath resolve_checkpoint(const std::string& path);

/// The run folder that `path`, the same PATH, belongs to; empty for a weights file elsewhere or a
/// checkpoint that was copied out of its run.
std::string run_folder_of(const std::string& path);

}  // namespace trainer
