#include "text/json_strings.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace regard::text {
namespace {

using Texts = std::vector<std::string>;

TEST(JsonStrings, AreTheValuesButNotTheKeys) {
  const auto strings =
      JsonStrings::of(R"({"a": "one", "b": {"c": ["two", 3, null, "t\u00e9\n"]}})");
  ASSERT_TRUE(strings);
  EXPECT_EQ(strings->texts(), (Texts{"one", "two", "té\n"}));
}

TEST(JsonStrings, LeaveAllOtherBytesAsTheyAreWhenTheyAreReplaced) {
  const std::string begin = R"( {"z": 1.50, "a" :123456789012345678901234567890,)";
  const std::string end = R"(, "z":1e400,"k":"\u0041\/", "e":-0.0e+1}  )";
  const auto strings = JsonStrings::of(begin + R"("a":"x")" + end);
  ASSERT_TRUE(strings);
  ASSERT_EQ(strings->texts(), (Texts{"x", "A/"}));
  EXPECT_EQ(strings->with({"\"é\"\n", "A/"}), begin + R"("a":"\"é\"\n")" + end)
      << "a string that means the same keeps its escapes";
}

TEST(JsonStrings, AreThoseOfJsonOnly) {
  for (const std::string text :
       {"",         "[",     "[1,]",  "{\"a\"}", "{a: 1}",        "[01]",        "[1.]",
        "[.5]",     "[1e]",  "[+1]",  "[-]",     "[\"a]",         "[\"\\x\"]",   "[\"\\u12\"]",
        "[\"\n\"]", "[nul]", "[1] 2", "[1 2]",   "[button] text", "{\"a\": 1,}", "[\"\\\"]",
        "\"a\"",    "1"}) {
    EXPECT_FALSE(JsonStrings::of(text)) << text;
  }
  for (const std::string text : {"[]", "{}", "[[], {}]", "[1e5, -0, 0.5E-3, true]"}) {
    EXPECT_TRUE(JsonStrings::of(text)) << text;
  }
}

TEST(JsonStrings, AreNotThoseOfAKeyThatDescribesAnother) {
  const auto strings = JsonStrings::of(
      R"({"@@locale": "en", "a": "one", "@a": {"description": "of a", "x": ["y"]}, "b": "two"})");
  ASSERT_TRUE(strings);
  EXPECT_EQ(strings->texts(), (Texts{"one", "two"}));
}

TEST(JsonStrings, AreReadWithTheirEscapes) {
  const auto strings =
      JsonStrings::of(R"(["\u0041\uD83D\uDE00", "\ud83d!\ude00", "\"\\\/\b\f\n\r\t"])");
  ASSERT_TRUE(strings);
  EXPECT_EQ(strings->texts(), (Texts{"A😀", "\uFFFD!\uFFFD", "\"\\/\b\f\n\r\t"}));
}

TEST(JsonStrings, MayBeginATextThatContinues) {
  const std::string json = R"( {"a": ["b\u00e9", -1.5e3, true, null], "c": {}} )";
  for (size_t size = 2; size <= json.size(); ++size) {
    EXPECT_TRUE(JsonStrings::may_begin(json.substr(0, size))) << json.substr(0, size);
  }
  for (const char* text :
       {"", "\n\n", "The cat", "[x] a task", "{\"a\" b", "[1]\n\ntext", "\"a\""}) {
    EXPECT_FALSE(JsonStrings::may_begin(text)) << text;
  }
}

TEST(JsonStrings, AreNotLookedForBelowADepth) {
  const auto nested = [](size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(JsonStrings::of(nested(64)));
  EXPECT_FALSE(JsonStrings::of(nested(65)));
  EXPECT_FALSE(JsonStrings::of(std::string(1'000'000, '[')));
}

}  // namespace
}  // namespace regard::text
