#include "config/json_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sample_table.h"

namespace trainer {
namespace {

const nlohmann::json& schema() {
  static const auto parsed = nlohmann::json::parse(schema_json(sample::Run::options()));
  return parsed;
}

TEST(JsonSchema, DescribesTypesBoundsDefaultsAndHelp) {
  const auto& batch = schema()["properties"]["batch"];
  EXPECT_EQ(batch["description"], "images a step");
  EXPECT_EQ(batch["default"], 32);
  EXPECT_EQ(batch["anyOf"][0]["type"], "integer");
  EXPECT_EQ(batch["anyOf"][0]["minimum"], 1);
  EXPECT_EQ(schema()["properties"]["mode"]["enum"],
            (std::vector<std::string>{"auto", "min", "max"}));
  EXPECT_EQ(schema()["additionalProperties"], false);
}

TEST(JsonSchema, HasOneFormForEachComponentOfASection) {
  const auto& forms = schema()["properties"]["descent"]["anyOf"];
  ASSERT_EQ(forms.size(), 3U);
  EXPECT_TRUE(forms[0]["properties"].contains("momentum"));
  EXPECT_FALSE(forms[1]["properties"].contains("momentum"));
  EXPECT_EQ(forms[1]["properties"]["name"]["const"], "adam");
  EXPECT_EQ(forms[1]["required"], std::vector<std::string>{"name"});
}

TEST(JsonSchema, KnowsTheThreeSyntaxesOfComponents) {
  const auto& forms = schema()["definitions"]["transform"]["anyOf"];
  EXPECT_EQ(forms[0]["const"], "resize");
  EXPECT_TRUE(forms[1]["properties"]["resize"].contains("anyOf"));
}

TEST(JsonSchema, KnowsBases) {
  EXPECT_TRUE(schema()["properties"].contains("base"));
}

}  // namespace
}  // namespace trainer
