#include "engine/model_card.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <trainer/error.h>

namespace trainer {
namespace {

using nlohmann::json;
using testing::HasSubstr;

ModelCard some_card() {
  ModelCard card;
  card.config = "name: shoes\n";
  card.classes = {"boot", "Schuh \"neu\"", "サンダル"};
  card.class_counts = {10, 0, 7};
  card.channels = 3;
  card.height = 28;
  card.width = 30;
  card.source_height = 32;
  card.normalization = {{0.1F, 0.2F, 0.3F}, {0.5F, 0.25F, 1.0F / 3}};
  card.weights = "ema";
  card.channels_last = true;
  return card;
}

TEST(ModelCard, ComesBackFromItsText) {
  const json written = to_json(some_card());
  const ModelCard read = model_card_from_json(json::parse(written.dump()), "model.pt");
  EXPECT_EQ(to_json(read), written);
  EXPECT_EQ(read.classes, some_card().classes);
  EXPECT_EQ(read.class_counts, some_card().class_counts);
  EXPECT_EQ(read.normalization.std, some_card().normalization.std);
}

TEST(ModelCard, EveryMissingKeyIsAnErrorThatNamesTheFile) {
  const json whole = to_json(some_card());
  for (const auto& item : whole.items()) {
    json damaged = whole;
    damaged.erase(item.key());
    try {
      model_card_from_json(damaged, "some/model.pt");
      ADD_FAILURE() << item.key();
    } catch (const CheckpointError& error) {
      EXPECT_THAT(error.what(), HasSubstr("some/model.pt"));
    }
  }
}

TEST(ModelCard, ANewerFormatSaysWhoseAndWhatToDo) {
  json newer = to_json(some_card());
  newer["format"] = ModelCard::kFormat + 1;
  try {
    model_card_from_json(newer, "model.pt");
    FAIL();
  } catch (const CheckpointError& error) {
    EXPECT_THAT(error.what(), HasSubstr("newer trainer"));
    EXPECT_THAT(error.what(), HasSubstr("update trainer"));
  }
}

}  // namespace
}  // namespace trainer
