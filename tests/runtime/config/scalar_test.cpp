#include "regard/config/scalar.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>

namespace regard::config {
namespace {

TEST(Scalar, ReadsTruthValuesAsYamlWritesThem) {
  for (const auto* word : {"true", "yes", "on", "True", "YES", "On"})
    EXPECT_EQ(parse_bool(word), true);
  for (const auto* word : {"false", "no", "off", "False", "NO", "Off"}) {
    EXPECT_EQ(parse_bool(word), false);
  }
  for (const auto* word : {"", "1", "0", "y", "tRue", "truee"})
    EXPECT_EQ(parse_bool(word), std::nullopt);
}

TEST(Scalar, ReadsWholeNumbers) {
  EXPECT_EQ(parse_int("0"), 0);
  EXPECT_EQ(parse_int("+42"), 42);
  EXPECT_EQ(parse_int("-9223372036854775808"), std::numeric_limits<int64_t>::min());
  for (const auto* text :
       {"", "1.0", "1e3", "0x10", "1 ", " 1", "+-1", "+", "9223372036854775808", "1_000"}) {
    EXPECT_EQ(parse_int(text), std::nullopt) << text;
  }
}

TEST(Scalar, ReadsWholeNumbersThatMayBeFoundLater) {
  EXPECT_TRUE(parse_auto_int("auto")->is_auto());
  EXPECT_EQ(parse_auto_int("42")->number, 42);
  EXPECT_FALSE(parse_auto_int("Auto"));
  EXPECT_FALSE(parse_auto_int(""));
  EXPECT_EQ(format_value(AutoInt{}), "auto");
  EXPECT_EQ(format_value(AutoInt{42}), "42");
}

TEST(Scalar, ReadsNumbers) {
  EXPECT_EQ(parse_double("4096"), 4096.0);
  EXPECT_EQ(parse_double("1e-3"), 0.001);
  EXPECT_EQ(parse_double("-2.5E+3"), -2500.0);
  EXPECT_EQ(parse_double(".5"), 0.5);
  for (const auto* text : {"", "abc", "1,5", "nan", "inf", "1e999", "1.0 "}) {
    EXPECT_EQ(parse_double(text), std::nullopt) << text;
  }
}

TEST(Scalar, WritesNumbersBriefly) {
  EXPECT_EQ(format_value(1.0), "1.0");
  EXPECT_EQ(format_value(0.1), "0.1");
  EXPECT_EQ(format_value(0.98), "0.98");
  EXPECT_EQ(format_value(1e-9), "1e-9");
  EXPECT_EQ(format_value(1.5e-300), "1.5e-300");
  EXPECT_EQ(format_value(1e100), "1e+100");
  EXPECT_EQ(format_value(-0.0), "-0.0");
}

TEST(Scalar, WritesEveryNumberSoThatItReadsBackExactly) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10000; ++i) {
    const uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    EXPECT_EQ(parse_double(format_value(value)), value);
  }
}

TEST(Scalar, KnowsWhatLooksLikeAnotherType) {
  for (const auto* text : {"", "~", "null", "Null", "no", "ON", "y", "1", "-1", "1e5", "0x1F", ".5",
                           ".inf", "-.INF", ".nan", "1_000", "12:30:45", "2001-01-01"}) {
    EXPECT_TRUE(looks_like_another_type(text)) << text;
  }
  for (const auto* text :
       {"en", "fr", "none", "-", "--", "a1", "data/train.en", "3rd", "nmt_nfkc", "./x", "."}) {
    EXPECT_FALSE(looks_like_another_type(text)) << text;
  }
}

}  // namespace
}  // namespace regard::config
