#include "checkpoint/checkpoint_store.h"

#include <csignal>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <trainer/error.h>

#include "base/file_system.h"
#include "base/random.h"
#include "base/text.h"
#include "checkpoint/manifest.h"
#include "unit/base/file_faults.h"
#include "unit/base/temp_folder.h"

namespace trainer {
namespace {

namespace fs = std::filesystem;
using test::FileFaults;
using test::TempFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

std::vector<CheckpointFile> files_of(std::int64_t step) {
  return {{"model.pt", concat("weights of ", step, std::string(500, 'w'))},
          {"optimizer.pt", concat("moments of ", step)}};
}

std::string save(CheckpointStore& store, std::int64_t step, int content = 0) {
  const std::string folder =
      store.save(step, files_of(step + content), {{"step", step}, {"content", content}});
  store.mark_last(step);
  return folder;
}

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

class CheckpointStoreTest : public testing::Test {
 protected:
  CheckpointStoreTest() { store.prepare(); }
  TempFolder run{TempFolder::in_memory()};
  std::string folder = run / "checkpoints";
  CheckpointStore store{folder};
};

TEST_F(CheckpointStoreTest, SavesAWholeFolderWithAManifest) {
  const std::string saved = save(store, 1200);
  EXPECT_EQ(saved, folder + "/step-00001200");
  EXPECT_THAT(names_in(saved),
              UnorderedElementsAre("model.pt", "optimizer.pt", "state.json", "manifest.json"));
  EXPECT_NO_THROW(verify_checkpoint(saved));
  EXPECT_EQ(read_checkpoint_state(saved)["step"], 1200);
  EXPECT_TRUE(has_checkpoint_file(saved, "model.pt"));
  EXPECT_FALSE(has_checkpoint_file(saved, "ema.pt"));
  EXPECT_THAT(names_in(folder), UnorderedElementsAre("step-00001200", "last"));
}

TEST_F(CheckpointStoreTest, MarksWithRelativeLinks) {
  save(store, 1);
  save(store, 2);
  store.mark_best(1);
  EXPECT_EQ(fs::read_symlink(folder + "/last"), "step-00000002");
  EXPECT_EQ(fs::read_symlink(folder + "/best"), "step-00000001");
  EXPECT_EQ(store.last_step(), 2);
  EXPECT_EQ(store.best_step(), 1);
  EXPECT_EQ(CheckpointStore(run / "none").last_step(), -1);
}

TEST_F(CheckpointStoreTest, ReplacesACheckpointOfTheSameStep) {
  save(store, 3);
  const std::string saved = save(store, 3, 7);
  EXPECT_EQ(read_checkpoint_state(saved)["content"], 7);
  EXPECT_THAT(names_in(folder), UnorderedElementsAre("step-00000003", "last"));
}

TEST_F(CheckpointStoreTest, FindsTheNewestByNumberNotByText) {
  save(store, 99999999);
  save(store, 100000000);
  EXPECT_EQ(store.newest_valid().step, 100000000);
  EXPECT_THAT(store.steps(), ElementsAre(99999999, 100000000));
}

TEST_F(CheckpointStoreTest, IgnoresWhatIsNoCheckpoint) {
  make_folders(folder + "/step-1");
  make_folders(folder + "/step-0000000x");
  make_folders(folder + "/notes");
  EXPECT_EQ(store.newest_valid().folder, "");
  EXPECT_TRUE(store.newest_valid().skipped.empty());
  EXPECT_EQ(CheckpointStore(run / "none").newest_valid().folder, "");
}

TEST_F(CheckpointStoreTest, AFaultAtAnyOperationLeavesTheOldOrTheNew) {
  save(store, 1);
  bool passed = false;
  int faulty = 0;
  for (int n = 1; !passed; ++n) {
    try {
      const FileFaults faults(n, ENOSPC, 100);
      save(store, 2, 5);
      passed = faults.count() < n;
    } catch (const FileError& error) {
      ++faulty;
      EXPECT_EQ(error.error_number(), ENOSPC);
    }
    const NewestCheckpoint newest = store.newest_valid();
    EXPECT_TRUE(newest.step == 1 || newest.step == 2) << "fault " << n;
    EXPECT_TRUE(newest.skipped.empty()) << "fault " << n;
    EXPECT_NO_THROW(verify_checkpoint(folder + "/last")) << "fault " << n;
    for (const std::string& name : names_in(folder)) {
      EXPECT_NE(name.front(), '.') << name << " was left by fault " << n;
    }
    if (store.steps().back() == 2) {
      store.mark_last(1);
      store.discard_after(1);
    }
    ASSERT_LT(n, 200);
  }
  EXPECT_GT(faulty, 15);
}

TEST_F(CheckpointStoreTest, AFaultWhileReplacingTheSameStepLeavesTheOldOrTheNew) {
  bool passed = false;
  for (int n = 1; !passed; ++n) {
    save(store, 1, 0);
    try {
      const FileFaults faults(n, EIO);
      save(store, 1, 9);
      passed = faults.count() < n;
    } catch (const FileError&) {
    }
    store.prepare();
    const NewestCheckpoint newest = store.newest_valid();
    ASSERT_EQ(newest.step, 1) << "fault " << n;
    EXPECT_TRUE(newest.skipped.empty());
    EXPECT_THAT(names_in(folder), UnorderedElementsAre("step-00000001", "last"));
    ASSERT_LT(n, 200);
  }
}

TEST_F(CheckpointStoreTest, RecoversAReplacementThatWasKilledBetweenItsRenames) {
  save(store, 1);
  fs::rename(folder + "/step-00000001", folder + "/.old-step-00000001");
  make_folders(folder + "/.tmp-step-00000001");
  store.prepare();
  EXPECT_EQ(store.newest_valid().step, 1);
  EXPECT_THAT(names_in(folder), UnorderedElementsAre("step-00000001", "last"));
}

TEST_F(CheckpointStoreTest, AFullDiskSaysWhatWasKept) {
  save(store, 1);
  const FileFaults faults(4, ENOSPC);
  const std::string message = message_of([&] { save(store, 2); });
  EXPECT_THAT(message, HasSubstr("No space left"));
  EXPECT_THAT(message, HasSubstr(folder));
  EXPECT_THAT(message, HasSubstr("nothing that was there before has changed"));
}

TEST_F(CheckpointStoreTest, AReadOnlyFolderIsNamed) {
  save(store, 1);
  fs::permissions(run.path(), fs::perms::all);
  fs::permissions(folder,
                  fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                      fs::perms::others_exec);
  const pid_t child = fork();
  if (child == 0) {
    // root may write anywhere
    if (getuid() == 0 && setuid(65534) != 0) _exit(1);
    const std::string message = message_of([&] { save(store, 2); });
    const bool fine = message.find("Permission denied") != std::string::npos &&
                      message.find(folder) != std::string::npos;
    _exit(fine ? 42 : 2);
  }
  int status = 0;
  waitpid(child, &status, 0);
  fs::permissions(folder, fs::perms::owner_all);
  EXPECT_EQ(WEXITSTATUS(status), 42);
  EXPECT_EQ(store.newest_valid().step, 1);
}

TEST_F(CheckpointStoreTest, AKillInTheMiddleNeverCostsTheLastCheckpoint) {
  save(store, 1);
  Random random({.seed = 7});
  std::int64_t before = 1;
  for (int round = 0; round < 20; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      store.prepare();
      for (std::int64_t step = before + 1;; ++step) {
        save(store, step);
        store.prune(2, 0, {});
      }
    }
    usleep(static_cast<useconds_t>(1000 + random.below(20000)));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const NewestCheckpoint newest = store.newest_valid();
    ASSERT_GE(newest.step, before);
    ASSERT_TRUE(newest.skipped.empty()) << newest.skipped[0].reason;
    ASSERT_NO_THROW(verify_checkpoint(folder + "/last"));
    before = newest.step;
  }
  store.prepare();
  for (const std::string& name : names_in(folder)) EXPECT_NE(name.front(), '.') << name;
}

TEST_F(CheckpointStoreTest, ADamagedNewestIsNamedAndThePreviousUsed) {
  save(store, 1);
  const std::string newest = save(store, 2);
  Random random({.seed = 3});
  for (const char* name : {"model.pt", "optimizer.pt", "state.json", "manifest.json"}) {
    const std::string path = newest + "/" + name;
    const std::string whole = read_file(path, 1 << 20);
    const auto damage_is_found = [&](const std::string& damaged) {
      write_file_atomic(path, damaged);
      const NewestCheckpoint found = store.newest_valid();
      EXPECT_EQ(found.step, 1);
      ASSERT_EQ(found.skipped.size(), 1U);
      EXPECT_EQ(found.skipped[0].folder, newest);
      EXPECT_THAT(found.skipped[0].reason, HasSubstr(newest));
      EXPECT_THAT(found.skipped[0].reason, HasSubstr("damaged"));
    };
    for (int percent = 0; percent < 100; percent += 4) {
      damage_is_found(whole.substr(0, whole.size() * static_cast<std::size_t>(percent) / 100));
    }
    for (int flip = 0; flip < 40; ++flip) {
      std::string damaged = whole;
      const std::size_t at = random.below(damaged.size());
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << random.below(8)));
      damage_is_found(damaged);
    }
    damage_is_found(whole + "x");
    fs::remove(path);
    EXPECT_EQ(store.newest_valid().step, 1);
    write_file_atomic(path, whole);
  }
  EXPECT_EQ(store.newest_valid().step, 2);
}

TEST_F(CheckpointStoreTest, ANewerFormatVersionIsNamedNotSkipped) {
  save(store, 1);
  const std::string newest = save(store, 2);
  nlohmann::ordered_json json =
      nlohmann::ordered_json::parse(manifest_text(make_manifest(2, files_of(2))));
  json["version"] = 99;
  json.erase("sha256_of_the_above");
  json["sha256_of_the_above"] = sha256(json.dump());
  write_file_atomic(newest + "/manifest.json", json.dump());
  const std::string message = message_of([&] { store.newest_valid(); });
  EXPECT_THAT(message, HasSubstr("format version 99"));
  EXPECT_THAT(message, HasSubstr("up to 1"));
}

TEST_F(CheckpointStoreTest, PrunesAllButTheLastTheBestAndTheMarked) {
  for (const std::int64_t step : {1, 2, 3, 4, 5, 6}) save(store, step);
  store.mark_best(1);
  store.prune(2, 1, {3, 2});
  EXPECT_THAT(store.steps(), ElementsAre(1, 3, 5, 6));
  store.mark_best(3);
  store.mark_last(5);
  store.prune(1, 0, {});
  EXPECT_THAT(store.steps(), ElementsAre(3, 5, 6));
}

TEST_F(CheckpointStoreTest, DiscardsAFutureThatDidNotHappen) {
  for (const std::int64_t step : {1, 2, 3}) save(store, step);
  store.mark_best(3);
  store.discard_after(1);
  EXPECT_THAT(names_in(folder), ElementsAre("step-00000001"));
}

TEST_F(CheckpointStoreTest, ResolvesEveryPathThatMeansACheckpoint) {
  save(store, 1);
  save(store, 2);
  const std::string first = fs::canonical(folder + "/step-00000001");
  const std::string second = fs::canonical(folder + "/step-00000002");
  EXPECT_EQ(resolve_checkpoint(run.path()).folder, second) << "no best: the last";
  store.mark_best(1);
  for (const std::string& path : {run.path(), run.path() + "/", folder, folder + "/best"}) {
    EXPECT_EQ(resolve_checkpoint(path).folder, first) << path;
  }
  EXPECT_EQ(resolve_checkpoint(folder + "/last").folder, second);
  EXPECT_EQ(resolve_checkpoint(folder + "/step-00000002").folder, second);
  EXPECT_EQ(resolve_checkpoint(first + "/model.pt").file, first + "/model.pt");
}

TEST_F(CheckpointStoreTest, ResolvesARunFolderThatHasOnlyItsModel) {
  write_file_atomic(run / "model.pt", "x");
  EXPECT_EQ(resolve_checkpoint(run.path()).file, run / "model.pt");
}

TEST_F(CheckpointStoreTest, SaysWhatAPathShouldHaveBeen) {
  EXPECT_THAT(
      message_of([&] { resolve_checkpoint(run / "none"); }),
      testing::AllOf(
          HasSubstr("expected a run folder"), HasSubstr("found nothing"), HasSubstr(run / "none")));
  EXPECT_THAT(message_of([&] { resolve_checkpoint(run.path()); }),
              HasSubstr("a folder without any usable checkpoint"));
  fs::create_symlink("nowhere", run / "link");
  EXPECT_THAT(message_of([&] { resolve_checkpoint(run / "link"); }), HasSubstr("link to nothing"));
}

}  // namespace
}  // namespace trainer
