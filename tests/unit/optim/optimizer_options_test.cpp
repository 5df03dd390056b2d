#include "optim/optimizer_options.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "optim/adam_options.h"
#include "optim/ema_options.h"
#include "optim/rmsprop_options.h"
#include "optim/schedules/schedule.h"
#include "optim/sgd_options.h"

namespace trainer {
namespace {

TEST(OptimizerOptions, CatalogNamesAllBuiltIns) {
  EXPECT_THAT(optimizer_catalog().names(),
              ::testing::ElementsAre("sgd", "adam", "adamw", "rmsprop"));
}

TEST(OptimizerOptions, KeysAreThoseOfTheInterface) {
  const OptionTable& table = OptimizerOptions::options();
  EXPECT_EQ(table.variant_key(), "name");
  EXPECT_EQ(table.variant_fallback(), "sgd");
  for (const char* key : {"lr", "weight_decay", "decay_norm_and_bias", "groups"}) {
    EXPECT_NE(table.find(key), nullptr) << key;
  }
  const OptionTable& sgd = *optimizer_catalog().find("sgd")->table;
  EXPECT_EQ(sgd.find("momentum")->fallback.text, "0.0");
  EXPECT_EQ(sgd.find("nesterov")->fallback.text, "false");
}

TEST(OptimizerOptions, DefaultsAreThoseOfPyTorch) {
  EXPECT_EQ(SgdOptions().momentum, 0);
  EXPECT_THAT(AdamOptions().betas, ::testing::ElementsAre(0.9, 0.999));
  EXPECT_EQ(AdamOptions().eps, 1e-8);
  EXPECT_EQ(RmspropOptions().alpha, 0.99);
  EXPECT_FALSE(RmspropOptions().centered);
}

TEST(OptimizerOptions, TheLearningRateMayChangeOnRequestOnly) {
  const Option* lr = OptimizerOptions::options().find("lr");
  EXPECT_TRUE(lr->changeable_on_request);
  EXPECT_FALSE(lr->free_to_change);
}

TEST(OptimizerOptions, NoKeyOfAComponentHidesACommonOne) {
  for (const Catalog::Item& item : optimizer_catalog().items()) {
    for (const Option& option : item.table->options()) {
      EXPECT_EQ(OptimizerOptions::options().find(option.key), nullptr) << item.name << option.key;
    }
  }
  for (const Catalog::Item& item : schedule_catalog().items()) {
    if (!item.table) continue;
    for (const Option& option : item.table->options()) {
      EXPECT_EQ(ScheduleOptions::options().find(option.key), nullptr) << item.name << option.key;
    }
  }
}

TEST(OptimizerOptions, EveryKeyHasHelp) {
  for (const Catalog* catalog : {&optimizer_catalog(), &schedule_catalog()}) {
    for (const Catalog::Item& item : catalog->items()) {
      EXPECT_FALSE(item.help.empty());
      if (!item.table) continue;
      for (const Option& option : item.table->options()) EXPECT_FALSE(option.help.empty());
    }
  }
  for (const Option& option : EmaOptions::options().options()) EXPECT_FALSE(option.help.empty());
}

}  // namespace
}  // namespace trainer
