#include "data/tar/shard_set.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>

#include <trainer/error.h>

#include "base/file_system.h"
#include "base/log.h"
#include "base/text.h"
#include "base/thread_crew.h"
#include "data/sources/scan_progress.h"
#include "data/tar/tar_index_file.h"

namespace trainer {
namespace {

constexpr std::uint64_t kMaxIndexFile = std::uint64_t{4} << 30;

/// Thrown inside of a worker once the whole is over; never seen outside.
struct Cancelled {};

class ShardOpener {
 public:
  explicit ShardOpener(const std::vector<std::string>& paths)
      : paths_(paths), shards_(paths.size()), failures_(paths.size()) {}

  std::vector<TarShard> run() {
    constexpr std::size_t kThreads = 8;
    ThreadCrew crew;
    std::exception_ptr stopped;
    try {
      wait(crew.start(static_cast<int>(std::min(kThreads, paths_.size())), [this] { work(); }));
    } catch (...) {
      stopped = std::current_exception();
      cancelled_ = true;
    }
    crew.join();
    if (stopped) std::rethrow_exception(stopped);
    for (const std::exception_ptr& failure : failures_) {
      if (failure) std::rethrow_exception(failure);
    }
    return std::move(shards_);
  }

 private:
  void wait(int threads) {
    ScanProgress progress(paths_.front());
    std::unique_lock lock(mutex_);
    while (finished_ < threads) {
      changed_.wait_for(lock, std::chrono::milliseconds(200));
      // It looks at the clock now and then only.
      for (int i = 0; i < 64; ++i) progress.count(members_);
    }
  }

  void work() {
    // A shard after a bad one is still opened: which error is told must not depend on the threads.
    for (std::size_t i = next_++; i < paths_.size() && !cancelled_; i = next_++) {
      try {
        open(i);
      } catch (const Cancelled&) {
        break;
      } catch (...) {
        failures_[i] = std::current_exception();
      }
    }
    const std::lock_guard lock(mutex_);
    ++finished_;
    changed_.notify_all();
  }

  void open(std::size_t place) {
    TarShard& shard = shards_[place];
    shard.file = std::make_shared<const MappedFile>(paths_[place]);
    const TarShardState state = {shard.file->bytes().size(), shard.file->modified_ns()};
    const std::string index_path = paths_[place] + ".index";
    if (path_exists(index_path)) {
      if (auto known = read_known(index_path, state)) {
        shard.index = std::move(*known);
        return;
      }
    }
    const MappedFile& file = *shard.file;
    const ReadAt read_at = [&file](std::uint64_t offset, std::span<std::uint8_t> to) {
      if (!to.empty()) std::memcpy(to.data(), file.prepare(offset, to.size()).data(), to.size());
    };
    shard.index = build_tar_index(read_at, state.bytes, paths_[place], [this] {
      ++members_;
      if (cancelled_) throw Cancelled();
    });
    keep(index_path, write_tar_index(shard.index, state));
  }

  static std::optional<TarIndex> read_known(const std::string& path, const TarShardState& state) {
    try {
      auto known = read_tar_index(read_file(path, kMaxIndexFile), state);
      if (!known) log_info(concat(printable(path), ": does not fit its archive; made anew"));
      return known;
    } catch (const FileError& error) {
      log_warning(concat(error.what(), "; the archive is looked through instead"));
      return std::nullopt;
    }
  }

  static void keep(const std::string& path, const std::string& content) {
    try {
      write_file_atomic(path, content);
    } catch (const FileError& error) {
      log_info(concat("the index of an archive is not kept: ", error.what()));
    }
  }

  const std::vector<std::string>& paths_;
  std::vector<TarShard> shards_;
  std::vector<std::exception_ptr> failures_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::int64_t> members_{0};
  std::atomic<bool> cancelled_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  int finished_ = 0;
};

}  // namespace

std::vector<TarShard> open_tar_shards(const std::vector<std::string>& paths) {
  return ShardOpener(paths).run();
}

}  // namespace trainer
