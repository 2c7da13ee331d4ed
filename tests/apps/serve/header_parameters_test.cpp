#include "serve/request_body.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

using Parameters = std::map<std::string, std::string>;

TEST(HeaderValue, HasParameters) {
  const auto header = header_value(" Multipart/Form-Data ; Boundary=aBc;charset=\"u;8\" ; ");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->value, "multipart/form-data");
  EXPECT_EQ(header->parameters, (Parameters{{"boundary", "aBc"}, {"charset", "u;8"}}));
  ASSERT_TRUE(header_value("text/plain"));
  EXPECT_EQ(header_value("text/plain")->parameters, Parameters());
}

TEST(HeaderValue, UnescapesQuotesButKeepsFoldersOfWindows) {
  const auto header = header_value(R"(form-data; name="a\"b\\c"; filename="C:\new\x.txt")");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->parameters.at("name"), R"(a"b\c)");
  EXPECT_EQ(header->parameters.at("filename"), R"(C:\new\x.txt)");
}

TEST(HeaderValue, IsNoneIfItIsNotWellFormed) {
  for (const std::string text : {"a; b", "a; b=", "a; =c", "a; b=\"c", "a; b=c d", "a; b=\"c\" d",
                                 "a; b=c; B=d", "a; b c=d", "a; b=\"c\\\""}) {
    EXPECT_FALSE(header_value(text)) << text;
  }
}

}  // namespace
}  // namespace regard::serve
