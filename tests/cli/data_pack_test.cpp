#include <cstdlib>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/program.h"
#include "cli/tiny_images.h"

namespace trainer::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A small training of photos in `folder`, of which some lines can be changed.
std::string configuration(const fs::path& folder) {
  return "name: pack\noutput: " + (folder / "runs").string() +
         "\ndata:\n  train: " + (folder / "photos/train").string() +
         "\n  val: " + (folder / "photos/validation").string() +
         "\n  image_size: 16\n  workers: 2\n"
         "transforms:\n"
         "  train: [{random_resized_crop: {size: 16}}, horizontal_flip, normalize: imagenet]\n"
         "  val: [{resize: 16}, {center_crop: 16}, normalize: imagenet]\n"
         "model: {name: simple_cnn}\n"
         "train: {epochs: 2, batch_size: 8}\n";
}

class DataPack : public testing::Test {
 protected:
  void SetUp() override {
    write_photos(folder_.path() / "photos");
    config_ = folder_.write("run.yaml", configuration(folder_.path())).string();
    out_ = (folder_.path() / "train.pack").string();
  }

  Outcome pack(std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {"data", "pack", config_, out_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }

  TemporaryFolder folder_;
  std::string config_, out_;
};

TEST_F(DataPack, ATrainingFromPackCacheOrArchivesIsThatFromTheFolder) {
  const Outcome packed = pack();
  ASSERT_EQ(packed.code, 0) << packed.err;
  EXPECT_THAT(packed.out, HasSubstr("packed 24 images into " + out_));
  const std::string val = (folder_.path() / "val.pack").string();
  ASSERT_EQ(run({"data", "pack", config_, val, "--split", "val"}).code, 0);

  const std::string photos = (folder_.path() / "photos").string();
  for (const std::string part : {"train/cat", "train/dog", "validation"}) {
    const std::string name = part == "train/cat"   ? "train-0"
                             : part == "train/dog" ? "train-1"
                                                   : "val";
    const std::string inside = part == "validation" ? "-C " + photos + "/validation cat dog"
                                                    : "-C " + photos + "/train " + part.substr(6);
    const std::string command =
        "tar --sort=name -cf " + (folder_.path() / (name + ".tar")).string() + " " + inside;
    ASSERT_EQ(std::system(command.c_str()), 0);
  }

  const std::vector<std::vector<std::string>> ways = {
      {},
      {"data.cache=encoded"},
      {"data.cache=decoded"},
      {"data.cache=decoded", "data.cache_size=1MiB"},
      {"data.format=packed", "data.train=" + out_, "data.val=" + val},
      {"data.format=tar",
       "data.train=" + (folder_.path() / "train-{0..1}.tar").string(),
       "data.val=" + (folder_.path() / "val.tar").string()},
  };
  std::string expected;
  for (const auto& way : ways) {
    const std::string name = "way" + std::to_string(&way - ways.data());
    std::vector<std::string> arguments = {"--config", config_, "name=" + name};
    arguments.insert(arguments.end(), way.begin(), way.end());
    const Outcome fit = run(arguments);
    ASSERT_EQ(fit.code, 0) << fit.err;
    // Momentum tells every gradient of the run; model.pt also holds the configuration.
    const std::string optimizer =
        read_text(folder_.path() / "runs" / name / "checkpoints/last/optimizer.pt");
    if (expected.empty()) expected = optimizer;
    EXPECT_TRUE(optimizer == expected) << name;
  }
}

TEST_F(DataPack, TakesAFolderAndMakesImagesSmaller) {
  const std::string photos = (folder_.path() / "photos/train").string();
  const Outcome packed = run({"data", "pack", photos, out_, "--max-side", "12"});
  ASSERT_EQ(packed.code, 0) << packed.err;
  EXPECT_THAT(packed.out, HasSubstr("24 made smaller"));
  const Outcome raw = run({"data", "pack", photos, out_, "--raw", "--size", "12"});
  ASSERT_EQ(raw.code, 0) << raw.err;
  EXPECT_THAT(raw.out, HasSubstr("24 made smaller"));
}

TEST_F(DataPack, ABadImageStopsItUnlessItMayBeLeftOut) {
  const auto bad = folder_.write("photos/train/cat/bad.bmp", "no image");
  const Outcome stopped = pack();
  EXPECT_EQ(stopped.code, 3);
  EXPECT_THAT(stopped.err, HasSubstr(bad.string()));
  EXPECT_FALSE(fs::exists(out_));
  const Outcome skipped = pack({"--on-bad", "skip"});
  EXPECT_EQ(skipped.code, 0);
  EXPECT_THAT(skipped.out, HasSubstr("packed 24 images"));
  EXPECT_THAT(skipped.out, HasSubstr("1 bad, left out"));
  EXPECT_THAT(skipped.err, HasSubstr(bad.string()));
  EXPECT_EQ(pack({"data.on_bad_image=skip"}).code, 0);
}

TEST_F(DataPack, OfAFolderWithSplitsTakesOneOfThem) {
  const std::string photos = (folder_.path() / "photos").string();
  const Outcome packed = run({"data", "pack", photos, out_, "--split", "val"});
  ASSERT_EQ(packed.code, 0) << packed.err;
  EXPECT_THAT(packed.err, HasSubstr("in 2 classes"));
  fs::remove_all(photos + "/validation");
  const Outcome none = run({"data", "pack", photos, out_, "--split", "val"});
  EXPECT_EQ(none.code, 2) << none.err;
}

TEST_F(DataPack, LeavesOtherFilesAlone) {
  folder_.write("train.pack", "a text");
  const Outcome refused = pack();
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("left alone"));
  EXPECT_EQ(read_text(out_), "a text");
  fs::remove(out_);
  ASSERT_EQ(pack().code, 0);
  EXPECT_EQ(pack().code, 0);
}

TEST_F(DataPack, NamesAFolderThatCannotBeWritten) {
  out_ = (folder_.path() / "none/train.pack").string();
  const Outcome refused = pack();
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("No such file or directory"));
}

TEST_F(DataPack, RefusesOptionsThatContradictEachOther) {
  for (const auto& [options, word] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--raw", "--max-side", "9"}, "--size"},
           {{"--size", "9"}, "--max-side"},
           {{"--quality", "80"}, "--max-side"},
           {{"--quality", "101", "--max-side", "9"}, "1 to 100"},
           {{"--on-bad", "ignore"}, "fail"},
           {{"--max-side", "0"}, "--max-side"}}) {
    const Outcome refused = pack(options);
    EXPECT_EQ(refused.code, 2) << word;
    EXPECT_THAT(refused.err, HasSubstr(word));
  }
  EXPECT_EQ(run({"data", "pack", config_}).code, 2);
  EXPECT_EQ(run({"data", "pack", "none.yaml", out_}).code, 2);
  EXPECT_EQ(run({"data", "pack", folder_.path().string(), out_, "data.workers=1"}).code, 2);
}

TEST_F(DataPack, ANewerFileIsRefusedWithBothVersions) {
  ASSERT_EQ(pack().code, 0);
  std::string file = read_text(out_);
  file[8] = 9;
  folder_.write("train.pack", file);
  const Outcome refused =
      run({"--config", config_, "data.format=packed", "data.train=" + out_, "data.val=" + out_});
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("version 9"));
  EXPECT_THAT(refused.err, HasSubstr("reads version 1"));
}

}  // namespace
}  // namespace trainer::test
