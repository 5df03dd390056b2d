#include "api/report_evaluation.h"

#include <limits>

#include <gtest/gtest.h>

namespace trainer {
namespace {

EvaluationResult result_of_two_classes() {
  EvaluationResult result;
  result.split = "test";
  result.count = 5;
  result.metrics = {{"top5", 1}, {"top1", 0.8}, {"loss", 0.5}};
  result.per_class = {{"hat", 3, 1.0}, {"étui\n", 2, 0.5}, {"shoe", 0, 0}};
  return result;
}

TEST(EvaluationJson, IsTheRecordForScripts) {
  EXPECT_EQ(evaluation_json(result_of_two_classes()),
            R"({"split":"test","count":5,"loss":0.5,"top1":0.8,"top5":1.0,"per_class":[)"
            R"({"class":"hat","recall":1.0,"support":3},)"
            R"({"class":"étui\n","recall":0.5,"support":2},)"
            R"({"class":"shoe","recall":0.0,"support":0}]})");
}

TEST(EvaluationJson, HasNullForWhatIsNoNumber) {
  EvaluationResult result;
  result.split = "val";
  result.metrics = {{"loss", std::numeric_limits<double>::quiet_NaN()}};
  EXPECT_EQ(evaluation_json(result), R"({"split":"val","count":0,"loss":null})");
}

TEST(EvaluationTable, AlignsClassesAndAveragesThoseWithImages) {
  EXPECT_EQ(evaluation_table(result_of_two_classes()),
            "test: 5 images, loss 0.5000, top1 80.00 %, top5 100.00 %\n"
            "\n"
            "class    recall  images\n"
            "hat     100.0 %       3\n"
            "étui\\n   50.0 %       2\n"
            "shoe          -       0\n"
            "mean     75.0 %\n");
}

TEST(EvaluationTable, IsOneLineWithoutClasses) {
  EvaluationResult result;
  result.split = "val";
  result.count = 1;
  result.metrics = {{"loss", 0.25}};
  EXPECT_EQ(evaluation_table(result), "val: 1 image, loss 0.2500\n");
}

}  // namespace
}  // namespace trainer
