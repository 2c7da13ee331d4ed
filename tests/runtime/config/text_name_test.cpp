#include "config/text_name.h"

#include <gtest/gtest.h>

namespace regard::config {
namespace {

TEST(TextName, IsTheFileWithoutItsEndingsUnlessItIsGiven) {
  EXPECT_EQ(text_name({.source = "valid/law.en", .target = "valid/law.fr"}), "law");
  EXPECT_EQ(text_name({.tsv = "/data/everyday-new.tsv.gz"}), "everyday-new");
  EXPECT_EQ(text_name({.tsv = "news.2014.tsv"}), "news.2014");
  EXPECT_EQ(text_name({.text = "book.txt"}), "book");
  EXPECT_EQ(text_name({.tsv = "a.tsv", .name = "talks"}), "talks");
}

TEST(TextName, CanBePartOfAFilesName) {
  EXPECT_EQ(wrong_text_name("law"), std::nullopt);
  EXPECT_EQ(wrong_text_name("lois, décrets"), std::nullopt);
  EXPECT_EQ(wrong_text_name(""), "is empty");
  EXPECT_EQ(wrong_text_name("../law"), "has a slash");
  EXPECT_EQ(wrong_text_name("a\nb"), "has a control character");
  EXPECT_EQ(wrong_text_name("\xFF"), "is not valid UTF-8");
  EXPECT_EQ(wrong_text_name(std::string(101, 'a')), "has more than 100 bytes");
}

}  // namespace
}  // namespace regard::config
