#include "data/packed/pack.h"

#include "base/file_system.h"
#include "base/stop.h"
#include "data/packed/packed.h"
#include "data/sources/image_folder.h"
#include "tar_files.h"

namespace trainer::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::SizeIs;

/// Real files of every format in two classes, and perhaps two bad ones.
void put_images(const TempFolder& folder, bool bad = false) {
  int number = 0;
  for (const auto& entry : fs::directory_iterator(std::string(TRAINER_TEST_FILES) + "/decode")) {
    const std::string extension = entry.path().extension();
    if (extension == ".txt" || extension == ".py") continue;
    const std::string name = entry.path().filename();
    put(folder / ((++number % 2 == 0 ? "set/a/" : "set/b/") + name), slurp(entry.path()));
  }
  if (!bad) return;
  put(folder / "set/a/aaa.jpg", "no image");
  put(folder / "set/b/zzz.png", slurp(folder / "set/a/aaa.jpg"));
}

PackOptions options_for(const TempFolder& folder, int threads = 2) {
  PackOptions options;
  options.output = folder / "out.pack";
  options.threads = threads;
  return options;
}

TEST(PackDataset, KeepsOrderLabelsNamesAndContent) {
  const TempFolder folder;
  put_images(folder);
  const auto source = open_image_folder(request(folder / "set"));
  const PackReport report = pack_dataset(*source, options_for(folder));
  EXPECT_EQ(report.images, source->size());
  EXPECT_EQ(report.skipped, 0);
  EXPECT_EQ(report.shrunk, 0);
  EXPECT_EQ(report.baseline, 2);
  EXPECT_EQ(report.packed_bytes, fs::file_size(folder / "out.pack"));
  const auto pack = open_packed(request(folder / "out.pack"), {});
  EXPECT_EQ(pack->class_names(), source->class_names());
  EXPECT_EQ(listing(*pack), listing(*source));
  for (std::int64_t i = 0; i < pack->size(); ++i) {
    if (source->name(i).find("progressive") != std::string::npos) continue;
    EXPECT_EQ(content_of(*pack, i), content_of(*source, i)) << source->name(i);
  }
}

TEST(PackDataset, WritesTheSameBytesForAnyNumberOfThreads) {
  const TempFolder folder;
  put_images(folder);
  const auto source = open_image_folder(request(folder / "set"));
  for (const ImagePackOptions& images :
       {ImagePackOptions{}, ImagePackOptions{.max_side = 20}, ImagePackOptions{.raw = true}}) {
    std::string expected;
    for (const int threads : {1, 2, 8}) {
      PackOptions options = options_for(folder, threads);
      options.images = images;
      pack_dataset(*source, options);
      const std::string file = slurp(options.output);
      if (expected.empty()) expected = file;
      EXPECT_TRUE(file == expected) << threads;
    }
  }
}

TEST(PackDataset, StopsAtTheFirstBadImageAndLeavesNothing) {
  const TempFolder folder;
  put_images(folder, true);
  const auto source = open_image_folder(request(folder / "set"));
  for (const int threads : {1, 8}) {
    const std::string message =
        data_error([&] { pack_dataset(*source, options_for(folder, threads)); });
    EXPECT_THAT(message, HasSubstr("a/aaa.jpg"));
    EXPECT_THAT(message, HasSubstr("--on-bad skip"));
  }
  EXPECT_FALSE(fs::exists(folder / "out.pack"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(PackDataset, LeavesBadImagesOutWhenToldToAndNamesEach) {
  const TempFolder folder;
  put_images(folder, true);
  const auto source = open_image_folder(request(folder / "set"));
  PackOptions options = options_for(folder);
  options.skip_bad = true;
  const LogCapture log;
  const PackReport report = pack_dataset(*source, options);
  EXPECT_EQ(report.skipped, 2);
  EXPECT_EQ(report.images, source->size() - 2);
  EXPECT_EQ(open_packed(request(options.output), {})->size(), source->size() - 2);
  const std::string text = log.text();
  EXPECT_THAT(text, HasSubstr("a/aaa.jpg"));
  EXPECT_THAT(text, HasSubstr("b/zzz.png"));
}

TEST(PackDataset, RefusesASetOfBadImages) {
  const TempFolder folder;
  put(folder / "set/a/1.jpg", "x");
  PackOptions options = options_for(folder);
  options.skip_bad = true;
  const auto source = open_image_folder(request(folder / "set"));
  EXPECT_THAT(data_error([&] { pack_dataset(*source, options); }),
              HasSubstr("nothing was written"));
  EXPECT_FALSE(fs::exists(folder / "out.pack"));
}

TEST(PackDataset, StopsOnRequest) {
  const TempFolder folder;
  put_images(folder);
  const auto source = open_image_folder(request(folder / "set"));
  request_stop();
  try {
    pack_dataset(*source, options_for(folder));
    ADD_FAILURE() << "went on";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::interrupted);
  }
  clear_stop_request();
  EXPECT_FALSE(fs::exists(folder / "out.pack"));
}

TEST(PackDataset, NamesAFileThatCannotBeWritten) {
  const TempFolder folder;
  put_images(folder);
  PackOptions options = options_for(folder);
  options.output = folder / "none/out.pack";
  EXPECT_THROW(pack_dataset(*open_image_folder(request(folder / "set")), options), FileError);
}

}  // namespace
}  // namespace trainer::test
