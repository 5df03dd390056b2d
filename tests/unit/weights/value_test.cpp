#include "weights/value.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "unit/weights/samples.h"

namespace trainer {
namespace {

using test::tensor_of;
using testing::HasSubstr;

TEST(Value, ConvertsFromWhatPythonHas) {
  EXPECT_STREQ(Value().type_name(), "NoneType");
  EXPECT_STREQ(Value(true).type_name(), "bool");
  EXPECT_STREQ(Value(1).type_name(), "int");
  EXPECT_STREQ(Value(std::size_t{1}).type_name(), "int");
  EXPECT_STREQ(Value(1.5).type_name(), "float");
  EXPECT_STREQ(Value("text").type_name(), "str");
  EXPECT_STREQ(Value(List{1}).type_name(), "list");
  EXPECT_STREQ(Value(Tuple{{1}}).type_name(), "tuple");
  EXPECT_STREQ(Value(Dict{{"a", 1}}).type_name(), "dict");
  EXPECT_STREQ(Value(OrderedDict{}).type_name(), "OrderedDict");
  EXPECT_STREQ(Value(tensor_of<float>(DType::float32, {1}, {1})).type_name(), "Tensor");
}

TEST(Value, FindsItemsByNameAndNumber) {
  const Value value(Dict{{"lr", 0.1}, {3, "three"}});
  EXPECT_EQ(value.at("lr", "here").as_double("lr"), 0.1);
  EXPECT_EQ(value.find(3)->as_string("3"), "three");
  EXPECT_EQ(value.find("none"), nullptr);
  EXPECT_EQ(Value(1).find("lr"), nullptr);
  EXPECT_EQ(Value(2).as_double("an int will do"), 2.0);
}

TEST(Value, SaysWhatWasExpectedAndFound) {
  const auto message = [](auto access) {
    try {
      access();
    } catch (const CheckpointError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const Value value(Dict{{"lr", "fast"}});
  EXPECT_THAT(message([&] { value.at("momentum", "optimizer.pt"); }),
              HasSubstr("optimizer.pt: expected the key \"momentum\""));
  EXPECT_THAT(message([&] { value.at("lr", "o").as_double("o: lr"); }),
              HasSubstr("o: lr: expected a float, found str"));
  EXPECT_THAT(message([&] { value.as_list("o"); }), HasSubstr("expected a list, found dict"));
  EXPECT_THAT(message([&] { Value(1).as_bool("o"); }), HasSubstr("expected a bool, found int"));
  EXPECT_THAT(message([&] { Value(1.0).as_int("o"); }), HasSubstr("expected an int, found float"));
}

TEST(Value, AnyDepthIsDestroyedWithoutRecursion) {
  Value tuples(1);
  Value lists(1);
  Value dicts(1);
  for (int i = 0; i < 300'000; ++i) {
    Tuple tuple;
    tuple.items.push_back(std::move(tuples));
    tuples = Value(std::move(tuple));
    List list;
    list.push_back(std::move(lists));
    lists = Value(std::move(list));
    Dict dict;
    dict.emplace_back("a", std::move(dicts));
    dicts = Value(std::move(dict));
  }
}

TEST(Value, ComparesDeeply) {
  EXPECT_EQ(test::optimizer_state(), test::optimizer_state());
  EXPECT_NE(Value(1), Value(1.0));
  EXPECT_NE(Value(0.0), Value(-0.0));
  EXPECT_EQ(Value(std::nan("")), Value(std::nan("")));
  EXPECT_NE(Value(tensor_of<float>(DType::float32, {2}, {1, 2})),
            Value(tensor_of<float>(DType::float32, {2}, {1, 3})));
  EXPECT_NE(Value(tensor_of<float>(DType::float32, {2}, {1, 2})),
            Value(tensor_of<float>(DType::float32, {1, 2}, {1, 2})));
}

TEST(HostTensor, RefusesAWrongNumberOfBytes) {
  EXPECT_THROW(tensor_of<float>(DType::float32, {3}, {1, 2}), CheckpointError);
  EXPECT_EQ(tensor_of<float>(DType::float32, {0, 4}, {}).numel(), 0);
  EXPECT_EQ(tensor_of<float>(DType::float32, {}, {1}).numel(), 1);
}

}  // namespace
}  // namespace trainer
