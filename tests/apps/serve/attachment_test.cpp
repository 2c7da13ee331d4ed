#include "serve/request_body.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

TEST(Attachment, IsThePlainNameIfThatSuffices) {
  EXPECT_EQ(attachment("my notes_fr.txt"), "attachment; filename=\"my notes_fr.txt\"");
}

TEST(Attachment, HasOtherCharactersAsRfc8187Does) {
  EXPECT_EQ(attachment("caf\u00e9.txt"),
            "attachment; filename=\"caf_.txt\"; filename*=UTF-8''caf%C3%A9.txt");
}

TEST(Attachment, IsOneHeaderWithOneNameForAnyName) {
  for (const std::string name : {"a\";filename=\"evil.exe\";x=\"_fr.txt", "a\\\"b.txt",
                                 "\r\nX: y.txt", "50%.txt", "\x7f.txt", "\u0444.txt"}) {
    const auto header = header_value(attachment(name));
    ASSERT_TRUE(header) << name;
    EXPECT_EQ(header->parameters.size(), 2) << name;
    for (const auto& [parameter, value] : header->parameters) {
      EXPECT_EQ(value.find_first_of("\"\\\r\n"), std::string::npos) << name;
    }
  }
}

}  // namespace
}  // namespace regard::serve
