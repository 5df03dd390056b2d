#include "config/reference_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sample_table.h"

namespace trainer {
namespace {

TEST(ReferencePage, HasARowForEachKeyAndAPartForEachComponent) {
  const std::string page = reference_page(sample::Run::options());
  for (const char* part : {"| `batch` | a whole number >= 1 | `32` |  | images a step |",
                           "| `weights` | none or a path | `none` | free | where to start |",
                           "### descent\n",
                           "| `lr` | a number > 0 | `0.1` | on request | learning rate |",
                           "### transform `resize`",
                           "`resize: VALUE` is short for `resize: {size: VALUE}`",
                           "| `size` | a whole number >= 1 | "
                           "*required* |",
                           "### optimizer `adam`",
                           "| `name` | sgd, adam, bare | *required* |"}) {
    EXPECT_THAT(page, testing::HasSubstr(part));
  }
}

}  // namespace
}  // namespace trainer
