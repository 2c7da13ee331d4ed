#include "serve/text_translation.h"

#include <gtest/gtest.h>

#include "serve/http_message.h"

namespace regard::serve {
namespace {

using namespace std::string_literals;

std::string fault_of_file(std::string_view bytes) {
  try {
    text_of_file(bytes);
    return "";
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.status(), 400);
    return refusal.what();
  }
}

TEST(TranslatedFile, IsTextInUtf8) {
  EXPECT_EQ(text_of_file("Un café\r\n"), "Un café\r\n");
  EXPECT_EQ(text_of_file("\xEF\xBB\xBFUn café"), "Un café") << "without its byte order mark";
  EXPECT_EQ(text_of_file(""), "");
}

TEST(TranslatedFile, IsRefusedWithItsFaultAndARemedyIfItIsNot) {
  EXPECT_EQ(fault_of_file("Un thé.\nUn caf\xE9."),
            "Invalid file data: the file is not valid UTF-8 (line 2, column 7); convert it; if it "
            "is Latin-1: iconv -f latin1 -t utf-8");
  for (const auto& utf16 : {"\xFF\xFE"
                            "A\0\n\0"s,
                            "\xFE\xFF\0A\0\n"s}) {
    EXPECT_NE(fault_of_file(utf16).find("iconv -f utf-16"), std::string::npos)
        << fault_of_file(utf16);
  }
  EXPECT_NE(fault_of_file("A dog.\0A cat."s).find("a null byte (line 1, column 7)"),
            std::string::npos);
  EXPECT_NE(fault_of_file("A\0 \0d\0o\0g\0"s).find("a null byte"), std::string::npos);
  EXPECT_NE(fault_of_file("\x89PNG\r\n\x1A\n\0\0"s), "");
}

}  // namespace
}  // namespace regard::serve
