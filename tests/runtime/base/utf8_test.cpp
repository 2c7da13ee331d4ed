#include "base/utf8.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace regard {
namespace {

// Encodes a code point with the bit pattern of RFC 3629 in `length` bytes, valid or not.
std::string encoded(unsigned code_point, int length) {
  if (length == 1) return {static_cast<char>(code_point)};
  constexpr unsigned kLead[] = {0, 0, 0xC0, 0xE0, 0xF0};
  std::string bytes(static_cast<size_t>(length), '\0');
  for (int i = length - 1; i > 0; --i, code_point >>= 6U) {
    bytes[static_cast<size_t>(i)] = static_cast<char>(0x80U | (code_point & 0x3FU));
  }
  bytes[0] = static_cast<char>(kLead[length] | code_point);
  return bytes;
}

int shortest_length(unsigned code_point) {
  return code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
}

bool is_surrogate(unsigned code_point) { return code_point >= 0xD800 && code_point <= 0xDFFF; }

TEST(Utf8, TakesEveryCodePointButSurrogates) {
  for (unsigned code_point = 0; code_point <= 0x10FFFF; ++code_point) {
    const auto bytes = encoded(code_point, shortest_length(code_point));
    ASSERT_EQ(first_invalid_utf8(bytes).has_value(), is_surrogate(code_point)) << code_point;
  }
}

TEST(Utf8, EncodesAndDecodesEveryCodePoint) {
  for (unsigned code_point = 0; code_point <= 0x10FFFF; ++code_point) {
    if (is_surrogate(code_point)) continue;
    std::string bytes;
    append_utf8(code_point, bytes);
    ASSERT_EQ(bytes, encoded(code_point, shortest_length(code_point))) << code_point;
    ASSERT_EQ(decode_utf8(bytes), std::u32string(1, code_point)) << code_point;
  }
}

TEST(Utf8, RefusesOverlongForms) {
  for (int length = 2; length <= 4; ++length) {
    const unsigned end = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
    for (unsigned code_point = 0; code_point < end; ++code_point) {
      ASSERT_EQ(first_invalid_utf8(encoded(code_point, length)), 0U) << code_point;
    }
  }
}

TEST(Utf8, RefusesValuesBeyondTheLastCodePoint) {
  for (unsigned code_point = 0x110000; code_point < 0x200000; code_point += 0x101) {
    ASSERT_EQ(first_invalid_utf8(encoded(code_point, 4)), 0U) << code_point;
  }
  for (const char* bytes : {"\xF8\x88\x80\x80\x80", "\xFE", "\xFF"}) {
    EXPECT_EQ(first_invalid_utf8(bytes), 0U);
  }
}

TEST(Utf8, ReturnsThePositionOfTheFirstBadByte) {
  EXPECT_EQ(first_invalid_utf8(""), std::nullopt);
  EXPECT_EQ(first_invalid_utf8("\xC3\xA9t\xE9"), 3U);  // "ét", then é in Latin-1
  EXPECT_EQ(first_invalid_utf8("ab\xE2\x82"), 2U);     // truncated in the middle of €
  EXPECT_EQ(first_invalid_utf8("ab\xE2\x82z"), 2U);    // € interrupted by a letter
  EXPECT_EQ(first_invalid_utf8("\x80"), 0U);           // a continuation byte without a lead byte
  EXPECT_EQ(first_invalid_utf8({"a\0\xC3", 3}), 2U);   // zero bytes are characters
}

TEST(Utf8, ReplacesEachBadByteAndKeepsTheRest) {
  EXPECT_EQ(replace_invalid_utf8("été"), "été");
  EXPECT_EQ(replace_invalid_utf8("\xE9t\xE9"), "\uFFFDt\uFFFD");
  EXPECT_EQ(replace_invalid_utf8("\xE2\x82z"), "\uFFFD\uFFFDz");
  EXPECT_EQ(decode_utf8("a\xE9\xE9z"), U"a\uFFFD\uFFFDz");
}

TEST(Utf8, ReplacesAnyBytesWithValidText) {
  unsigned state = 1;
  for (int round = 0; round < 2000; ++round) {
    std::string bytes;
    for (int i = 0; i < 12; ++i)
      bytes += static_cast<char>((state = state * 1664525 + 1013904223) >> 24U);
    ASSERT_EQ(first_invalid_utf8(replace_invalid_utf8(bytes)), std::nullopt) << "round " << round;
  }
}

TEST(Utf8, CountsColumnsInCharacters) {
  EXPECT_EQ(column_of("été", 0), 1U);
  EXPECT_EQ(column_of("été", 2), 2U);  // é has two bytes
  EXPECT_EQ(column_of("été", 3), 3U);
  EXPECT_EQ(column_of("€\xE9", 3), 2U);
}

}  // namespace
}  // namespace regard
