#include "config/values/units.h"

#include <random>

#include <gtest/gtest.h>

namespace trainer {
namespace {

TEST(Units, AreWrittenInTheLargestUnitThatFits) {
  EXPECT_EQ(unit_text(Duration{86400}), "1d");
  EXPECT_EQ(unit_text(Duration{90}), "90s");
  EXPECT_EQ(unit_text(Duration{0}), "0s");
  EXPECT_EQ(unit_text(ByteSize{25U << 20}), "25MiB");
  EXPECT_EQ(unit_text(ByteSize{1000}), "1kB");
  EXPECT_EQ(unit_text(ByteSize{1001}), "1001B");
  EXPECT_EQ(unit_text(Percent{0.07}), "7%");
  EXPECT_EQ(unit_text(Span{2.5, SpanUnit::epochs}), "2.5ep");
  EXPECT_EQ(unit_text(Interval(Span{100, SpanUnit::steps})), "100step");
}

TEST(Units, WhatIsWrittenReadsBackAsTheSame) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const double number = std::generate_canonical<double, 53>(random);
    const Duration duration{number * 1e5};
    EXPECT_EQ(read_duration(unit_text(duration)).value, duration);
    const ByteSize size{random() >> (12 + random() % 40)};
    EXPECT_EQ(read_byte_size(unit_text(size)).value, size) << unit_text(size);
    const Percent percent{number};
    EXPECT_EQ(read_percent(unit_text(percent)).value, percent) << unit_text(percent);
    const Span span{number * 300, SpanUnit::epochs};
    EXPECT_EQ(read_span(unit_text(span)).value, span) << unit_text(span);
  }
}

}  // namespace
}  // namespace trainer
