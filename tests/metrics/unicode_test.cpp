#include "regard/metrics/unicode.h"

#include <gtest/gtest.h>

#include "support/golden_json.h"

namespace regard::metrics {
namespace {

using test::describe_case;
using test::load_golden_cases;

TEST(Unicode, LowersStripsAndSplitsAsPythonDoes) {
  for (const auto& golden : load_golden_cases("python_text")) {
    SCOPED_TRACE(describe_case(golden));
    const auto texts = golden["inputs"]["texts"].get<std::vector<std::string>>();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      SCOPED_TRACE("text " + std::to_string(i));
      EXPECT_EQ(lower(texts[i]), golden["outputs"]["lower"][i]);
      EXPECT_EQ(strip_right(texts[i]), golden["outputs"]["rstrip"][i].get<std::string>());
      const auto words = split(texts[i]);
      EXPECT_EQ(std::vector<std::string>(words.begin(), words.end()),
                golden["outputs"]["split"][i]);
    }
  }
}

TEST(Unicode, CodePointsSurviveEncodingAndDecoding) {
  for (char32_t code_point = 0; code_point <= 0x10FFFF; ++code_point) {
    if (code_point >= 0xD800 && code_point <= 0xDFFF) continue;  // surrogates are no characters
    std::string text;
    append_utf8(code_point, text);
    ASSERT_EQ(decode_utf8(text), std::u32string(1, code_point));
    ASSERT_FALSE(find_invalid_utf8(text)) << static_cast<std::uint32_t>(code_point);
  }
}

TEST(Unicode, FindsTheFirstByteThatIsNotUtf8) {
  EXPECT_EQ(find_invalid_utf8("été"), std::nullopt);
  EXPECT_EQ(find_invalid_utf8("ab\xE9t"), 2U);           // Latin-1
  EXPECT_EQ(find_invalid_utf8("a\x80"), 1U);             // a continuation byte on its own
  EXPECT_EQ(find_invalid_utf8("a\xC0\xAF"), 1U);         // overlong
  EXPECT_EQ(find_invalid_utf8("\xED\xA0\x80"), 0U);      // a surrogate
  EXPECT_EQ(find_invalid_utf8("\xF4\x90\x80\x80"), 0U);  // above U+10FFFF
  EXPECT_EQ(find_invalid_utf8("é\xE2\x82"), 2U);         // cut off
}

TEST(Unicode, BytesThatAreNotUtf8BecomeReplacementCharacters) {
  EXPECT_EQ(decode_utf8("a\xE9\xE9z"), U"a\uFFFD\uFFFDz");
}

}  // namespace
}  // namespace regard::metrics
