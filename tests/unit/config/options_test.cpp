#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>
#include <trainer/options.h>

#include "config/expected_text.h"
#include "config_testing.h"

namespace trainer {
namespace {

TEST(Catalog, RefusesANameTwice) {
  Catalog catalog("model");
  catalog.add("a", nullptr, "first");
  EXPECT_THROW(catalog.add("a", nullptr, "second"), UsageError);
  EXPECT_THAT(catalog.names(), testing::ElementsAre("a"));
  EXPECT_EQ(catalog.find("b"), nullptr);
}

TEST(Options, DefaultsComeFromTheStruct) {
  const Option* limit = sample::Run::options().find("limit");
  ASSERT_NE(limit, nullptr);
  EXPECT_EQ(limit->fallback.text, "10min");
  EXPECT_EQ(sample::Run::options().find("nothing"), nullptr);
}

TEST(Options, AKeyThatIsNotThereKeepsItsDefault) {
  EXPECT_EQ(read_options<sample::Run>(Node::map()).batch, 32);
}

TEST(Options, AWrongTreeMadeByHandIsAnErrorWithItsPlace) {
  Node tree = Node::map();
  tree.set("batch", Node::scalar("many"));
  tree.find("batch")->position = {"a.yaml", 3, 4};
  try {
    read_options<sample::Run>(tree);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.mistakes()[0].line, 3);
    EXPECT_THAT(error.what(), testing::HasSubstr("expected a whole number, got \"many\""));
  }
}

TEST(Options, SayWhatIsExpected) {
  const auto text = [](const char* key) {
    return expected_text(sample::Run::options().find(key)->type);
  };
  EXPECT_EQ(text("batch"), "a whole number >= 1");
  EXPECT_EQ(text("classes"), "auto or a list of values, each a text");
  EXPECT_EQ(text("weights"), "none or a path");
  EXPECT_EQ(text("mode"), "one of auto, min, max");
  EXPECT_EQ(text("average"), "none or a map");
}

TEST(Options, AListIsReadAsATextInsideOfAnOr) {
  Or<std::vector<double>> value;
  detail::read_value(Node::scalar("balanced"), value);
  EXPECT_TRUE(value.is("balanced"));
  detail::read_value(Node::list({Node::scalar("1.5")}), value);
  EXPECT_THAT(value.value, testing::ElementsAre(1.5));
}

struct Broken {
  int size = 0;
  static const OptionTable& options() {
    static const OptionTable table =
        OptionTableOf<Broken>().add("size", &Broken::size, "pixels").at_least(1);
    return table;
  }
};

TEST(Options, ADefaultOutOfItsOwnRangeIsABug) {
  Mistakes mistakes;
  EXPECT_THROW(resolve(Broken::options(), Node::map(), {}, mistakes), InternalError);
}

}  // namespace
}  // namespace trainer
