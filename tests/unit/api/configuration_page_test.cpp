#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "api/schema.h"
#include "config/json_schema.h"
#include "config/reference_page.h"

namespace trainer {
namespace {

TEST(ConfigurationPage, IsWhatTheTablesSay) {
  std::ifstream file(TRAINER_TEST_FILES "/../../docs/configuration.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str() == reference_page(configuration_table()))
      << "docs/configuration.md is out of date: write it anew with "
         "`trainer config reference > docs/configuration.md`";
}

TEST(ConfigurationPage, TheSchemaIsJsonWithEverySection) {
  const auto schema = nlohmann::json::parse(schema_json(configuration_table()));
  for (const Option& option : configuration_table().options()) {
    EXPECT_TRUE(schema["properties"].contains(option.key)) << option.key;
  }
}

}  // namespace
}  // namespace trainer
