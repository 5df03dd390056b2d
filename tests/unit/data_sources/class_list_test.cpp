#include "data/sources/class_list.h"

#include "helpers.h"

namespace trainer::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ClassList, FoundClassesAreSortedByteByByte) {
  const FoundClasses found{{{"b", 1}, {"É", 1}, {"a", 1}, {"B", 1}}, "x", false};
  const ClassMap map = map_classes(found, request("x"));
  EXPECT_THAT(map.names, ElementsAre("B", "a", "b", "É"));
  EXPECT_THAT(map.index_of, ElementsAre(2, 3, 1, 0));
}

TEST(ClassList, AnEmptyClassOfValidationIsLeftOutWhenUnlisted) {
  const LogCapture log;
  const FoundClasses found{{{"a", 1}, {"z", 0}}, "x", true};
  const ClassMap map = map_classes(found, request("x", "val", {"a", "b"}));
  EXPECT_THAT(map.index_of, ElementsAre(0, -1));
  EXPECT_THAT(log.text(), HasSubstr("\"z\" is not listed"));
}

TEST(ClassList, AllowedEmptyClassesMayLackTheirFolder) {
  DatasetRequest asked = request("x", "train", {"a", "b"});
  asked.allow_empty_classes = true;
  EXPECT_THAT(map_classes({{{"a", 1}}, "x", true}, asked).names, ElementsAre("a", "b"));
}

TEST(ClassList, NamesInMessagesArePrintable) {
  EXPECT_THAT(data_error([] {
                map_classes({{{"a\nb\x1b", 0}, {"c", 1}}, "x", false}, request("x"));
              }),
              HasSubstr("\"a\\nb\\x1b\""));
}

TEST(ClassList, NamesThatAreNoUtf8AreRefusedBeforeAnythingIsTrained) {
  const FoundClasses found{{{"caf\xe9", 1}, {"café", 1}}, "x", true};
  EXPECT_THAT(data_error([&] { map_classes(found, request("x")); }), HasSubstr("\"caf\\xe9\""));
  EXPECT_THAT(data_error([&] { map_numbered_classes(found, request("x")); }),
              HasSubstr("no UTF-8"));
}

TEST(ClassList, ManyMistakesAreCutShort) {
  FoundClasses found{{}, "x", false};
  for (int i = 0; i < 50; ++i) found.classes.push_back({"class" + std::to_string(100 + i), 1});
  EXPECT_THAT(data_error([&] { map_classes(found, request("x", "test", {"other"})); }),
              HasSubstr("and 45 more"));
}

TEST(ClassList, NumberedClassesKeepTheirOrder) {
  FoundClasses found{{}, "x", false};
  for (int i = 0; i < 12; ++i) found.classes.push_back({std::to_string(i), 1});
  const ClassMap map = map_numbered_classes(found, request("x"));
  EXPECT_EQ(map.names[10], "10");
  EXPECT_EQ(map.index_of[11], 11);
}

}  // namespace
}  // namespace trainer::test
