#include "base/wide_text.h"

#include <gtest/gtest.h>

namespace regard {
namespace {

using namespace std::string_view_literals;

TEST(WideText, IsSeenByItsZeros) {
  EXPECT_EQ(utf16_without_mark("a\0b\0"sv), "UTF-16LE");
  EXPECT_EQ(utf16_without_mark("\0a\0b\0c"sv), "UTF-16BE");
  for (const auto other : {"abcd"sv, "a\0bc"sv, "a\0"sv, "\0\0\0\0"sv, "a\0b"sv, ""sv}) {
    EXPECT_EQ(utf16_without_mark(other), "");
  }
}

}  // namespace
}  // namespace regard
