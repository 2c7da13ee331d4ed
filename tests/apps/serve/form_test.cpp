#include "serve/request_body.h"

#include <gtest/gtest.h>

#include "regard/base/error.h"

namespace regard::serve {
namespace {

using Fields = std::vector<FormField>;

std::string form_error(std::string_view body, size_t most = 10) {
  try {
    read_form(body, most);
  } catch (const Error& error) {
    return error.problem();
  }
  return {};
}

TEST(Form, HasFieldsInOrderWithRepeatedNames) {
  EXPECT_EQ(read_form("q=a&source=en&q=b"), (Fields{{"q", "a"}, {"source", "en"}, {"q", "b"}}));
  EXPECT_EQ(read_form(""), Fields());
  EXPECT_EQ(read_form("a&=b&&c==d&"), (Fields{{"a", ""}, {"", "b"}, {"c", "=d"}}));
}

TEST(Form, UndoesEscapes) {
  EXPECT_EQ(read_form("a+b=%C3%A9t%c3%a9+%26%3D%2B%25"), (Fields{{"a b", "été &=+%"}}));
  EXPECT_EQ(read_form("q=%00%0A"), (Fields{{"q", std::string("\0\n", 2)}}));
}

TEST(Form, LeavesAPercentSignThatEscapesNothing) {
  for (const std::string value : {"%", "%4", "100% ", "%zz", "%4g"}) {
    EXPECT_EQ(read_form("q=" + value), (Fields{{"q", value}}));
  }
  EXPECT_EQ(read_form("q=I+am+100%+happy.&n%=1"), (Fields{{"q", "I am 100% happy."}, {"n%", "1"}}));
  EXPECT_EQ(read_form("q=a%%41"), (Fields{{"q", "a%A"}}));
}

TEST(Form, RefusesWhatIsNotUtf8) {
  EXPECT_EQ(form_error("q=ab%C3"), "field 1 of the form is not valid UTF-8 (byte 3)");
  EXPECT_EQ(form_error("\xFF=a"), "field 1 of the form is not valid UTF-8 (byte 1)");
}

TEST(Form, HasABoundedNumberOfFields) {
  EXPECT_EQ(form_error("a&b&&c", 3), "");
  EXPECT_EQ(form_error("a&b&&c&d", 3), "the form has more than 3 fields");
}

TEST(Form, FindsTheFirstFieldOfAName) {
  const auto fields = read_form("q=a&q=b");
  ASSERT_NE(first_value(fields, "q"), nullptr);
  EXPECT_EQ(*first_value(fields, "q"), "a");
  EXPECT_EQ(first_value(fields, "Q"), nullptr);
}

TEST(Form, ReadsEveryByteThatIsEscaped) {
  constexpr auto kDigits = "0123456789aBcDeF";
  for (int byte = 0; byte < 0x80; ++byte) {
    const std::string escape = {'%', kDigits[byte / 16], kDigits[byte % 16]};
    EXPECT_EQ(read_form("q=" + escape), (Fields{{"q", std::string(1, static_cast<char>(byte))}}));
  }
}

}  // namespace
}  // namespace regard::serve
