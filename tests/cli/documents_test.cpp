#include <algorithm>
#include <filesystem>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_blocks.h"
#include "cli/program.h"
#include "cli/tiny_images.h"

namespace trainer::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> pages() {
  std::vector<fs::path> all = {fs::path(TRAINER_SOURCE) / "README.md"};
  for (const auto& entry : fs::directory_iterator(fs::path(TRAINER_SOURCE) / "docs")) {
    if (entry.path().extension() == ".md") all.push_back(entry.path());
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// `trainer` as the page's reader has it, but training is cut short: the page is on test here, not
/// the network.
constexpr const char* kPrologue = R"(set -euo pipefail
trainer() {
  case "$1" in
    fit|--config) command trainer "$@" train.epochs=1 data.workers=1 ;;
    *) command trainer "$@" ;;
  esac
}
)";

class Documents : public testing::TestWithParam<fs::path> {};

/// Every marked block, in the order of the page, in one folder that has the photos it talks about.
TEST_P(Documents, MarkedBlocksRun) {
  const std::vector<Block> blocks = marked_blocks(GetParam());
  const TemporaryFolder folder;
  write_photos(folder.path() / "photos", /*train_images_per_class=*/20);
  fs::copy_file(folder.path() / "photos/test/cat/0.bmp", folder.path() / "photo.bmp");
  Start start;
  start.program = "/bin/bash";
  start.folder = folder.path();
  start.environment["PATH"] = std::string(TRAINER_BIN ":") + std::getenv("PATH");
  for (const Block& block : blocks) {
    if (block.mark != "run") {
      folder.write(block.mark, block.text);
      continue;
    }
    const Outcome outcome = run({"-c", kPrologue + block.text}, start);
    ASSERT_EQ(outcome.code, 0) << GetParam() << ":" << block.line << "\n"
                               << block.text << outcome.out << outcome.err;
  }
}

TEST_P(Documents, LinksLeadSomewhere) {
  const std::string text = read_text(GetParam());
  static const std::regex link(R"(\]\(([^)#:]+)(#[^)]*)?\))");
  for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
    const fs::path target = GetParam().parent_path() / (*at)[1].str();
    EXPECT_TRUE(fs::exists(target)) << GetParam() << " links to " << (*at)[1].str();
  }
}

INSTANTIATE_TEST_SUITE_P(Pages,
                         Documents,
                         testing::ValuesIn(pages()),
                         [](const testing::TestParamInfo<fs::path>& page) {
                           const bool top = page.param.parent_path() == fs::path(TRAINER_SOURCE);
                           return (top ? "" : "docs_") + page.param.stem().string();
                         });

TEST(DocumentsAsAWhole, ReadmeHasBlocksThatRun) {
  const auto blocks = marked_blocks(fs::path(TRAINER_SOURCE) / "README.md");
  EXPECT_GE(
      std::count_if(
          blocks.begin(), blocks.end(), [](const Block& block) { return block.mark == "run"; }),
      1);
}

}  // namespace
}  // namespace trainer::test
