#include "cli/run/prediction_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace trainer::cli {
namespace {

PredictionResult two_classes() {
  PredictionResult result;
  result.predictions = {{"hat", 2, 0.93}, {"t-shirt", 0, 0.07}};
  result.logits = {-1.5F, 0.0F, 2.5F};
  return result;
}

PredictionResult failure() {
  PredictionResult result;
  result.error = "no image, \"text\"";
  return result;
}

TEST(PredictionText, JsonlIsTheRecordForScripts) {
  EXPECT_EQ(prediction_header("jsonl"), "");
  EXPECT_EQ(prediction_text("jsonl", "a.jpg", two_classes(), false),
            R"({"path":"a.jpg","predictions":[{"class":"hat","index":2,"probability":0.93},)"
            R"({"class":"t-shirt","index":0,"probability":0.07}]})"
            "\n");
}

TEST(PredictionText, JsonlHasLogitsWhereAsked) {
  const auto parsed = nlohmann::json::parse(prediction_text("jsonl", "a", two_classes(), true));
  EXPECT_EQ(parsed["logits"], nlohmann::json({-1.5, 0.0, 2.5}));
}

TEST(PredictionText, JsonlOfAnErrorHasNothingElse) {
  EXPECT_EQ(prediction_text("jsonl", "a.jpg", failure(), true),
            "{\"path\":\"a.jpg\",\"error\":\"no image, \\\"text\\\"\"}\n");
}

TEST(PredictionText, JsonlKeepsNamesAndStaysJson) {
  const auto kept =
      nlohmann::json::parse(prediction_text("jsonl", "שלום\n.jpg", two_classes(), false));
  EXPECT_EQ(kept["path"], "שלום\n.jpg");
  const std::string text = prediction_text("jsonl", "bad\xff.jpg", two_classes(), false);
  EXPECT_TRUE(nlohmann::json::accept(text));
}

TEST(PredictionText, CsvQuotesWhatNeedsIt) {
  EXPECT_EQ(prediction_header("csv"), "path,rank,class,index,probability,error\n");
  PredictionResult result = two_classes();
  result.predictions[0].class_name = "a \"b\", c";
  EXPECT_EQ(prediction_text("csv", "x,y.jpg", result, false),
            "\"x,y.jpg\",1,\"a \"\"b\"\", c\",2,0.930000,\n\"x,y.jpg\",2,t-shirt,0,0.070000,\n");
  EXPECT_EQ(prediction_text("csv", "x.jpg", failure(), false),
            "x.jpg,,,,,\"no image, \"\"text\"\"\"\n");
}

TEST(PredictionText, TableIsOneLineAnImage) {
  EXPECT_EQ(prediction_header("table"), "");
  EXPECT_EQ(prediction_text("table", "a\n.jpg", two_classes(), false),
            "a\\n.jpg  hat 93.0 %, t-shirt 7.0 %\n");
  EXPECT_EQ(prediction_text("table", "a.jpg", failure(), false),
            "a.jpg  error: no image, \"text\"\n");
}

}  // namespace
}  // namespace trainer::cli
