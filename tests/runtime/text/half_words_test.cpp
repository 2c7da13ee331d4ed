#include "text/tokenizer_pair.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/base/thrown_error.h"
#include "text/tokenizer.h"

namespace regard::text {
namespace {

using Words = std::vector<std::string>;

/// Uses a character tokenizer, so that any string can be tested.
class HalfWordsOfAText : public testing::Test {
 protected:
  bool end(const std::string& text) const { return half_words_.end(target_.encode(text)); }
  bool is_boundary(const std::string& piece) const {
    const int64_t id = target_.id(piece);
    EXPECT_NE(id, kUnk) << piece;
    return std::ranges::binary_search(half_words_.boundaries(), id);
  }

  const Tokenizer target_ =
      train_tokenizer({"Stu dio étran ger chats d'est-à 7 jolp, . <b>"},
                      {.type = config::TokenizerType::character, .symbols = {"<b>"}});
  const HalfWords half_words_{
      target_, {"studio", "studios", "stupide", "été", "étés", "étrangers", "chats"}};
};

TEST_F(HalfWordsOfAText, EndATextThatStopsWithinAWord) {
  for (const char* text :
       {"st", "je suis un stu", "Stu", "d'étran", "est-stud", "7 étrang", "ch"}) {
    EXPECT_TRUE(end(text)) << text;
  }
}

TEST_F(HalfWordsOfAText, AreNoWordsOfTheText) {
  for (const char* text : {"studio", "un été", "étés", "Chats"}) EXPECT_FALSE(end(text)) << text;
}

TEST_F(HalfWordsOfAText, AreNoWordsWithoutAnEnding) {
  for (const char* text : {"chat", "étranger"}) EXPECT_FALSE(end(text)) << text;
  for (const char* text : {"stupid", "ét"}) EXPECT_TRUE(end(text)) << text;
}

TEST_F(HalfWordsOfAText, AreNoBeginningsOfOtherWords) {
  for (const char* text : {"ju", "stad", "studiosi", "stu7", "7stu", "astu"}) {
    EXPECT_FALSE(end(text)) << text;
  }
}

TEST_F(HalfWordsOfAText, AreNoSingleLettersAndNothing) {
  for (const char* text : {"", "s", "é", "un s", "stu,", "stu 7"}) EXPECT_FALSE(end(text)) << text;
}

TEST_F(HalfWordsOfAText, AreUnknownNextToBytesThatAreNotText) {
  EXPECT_FALSE(end("<b>stu"));
  EXPECT_FALSE(end("\u2654stu"));  // unknown
}

TEST_F(HalfWordsOfAText, AreFollowedByASpaceAMarkOrTheEndOfTheSentence) {
  for (const char* piece : {"▁", ",", ".", "'", "-"}) EXPECT_TRUE(is_boundary(piece)) << piece;
  EXPECT_TRUE(std::ranges::binary_search(half_words_.boundaries(), kEos));
  for (const char* piece : {"e", "é", "à", "7", "<b>"}) EXPECT_FALSE(is_boundary(piece)) << piece;
  for (const int64_t id : {kPad, kUnk, kBos}) {
    EXPECT_FALSE(std::ranges::binary_search(half_words_.boundaries(), id));
  }
}

TEST_F(HalfWordsOfAText, AreThoseOfItsWordsHoweverPiecesSplitThem) {
  const auto pieces = train_tokenizer({"studio studio stupide stupide étrangers étrangers chats"},
                                      {.type = config::TokenizerType::bpe});
  const HalfWords half_words(pieces, half_words_.words());
  for (const char* text : {"stu", "chats stupi", "étr", "studio", "chat", "chats"}) {
    EXPECT_EQ(half_words.end(pieces.encode(text)), end(text)) << text;
  }
}

TEST(ListOfWords, IsReadAsItIsWritten) {
  const auto target = train_tokenizer({"a"}, {.type = config::TokenizerType::character});
  const HalfWords half_words(target, {"été", "studio"});
  EXPECT_EQ(half_words.list(), "studio été");
  EXPECT_EQ(HalfWords::parse(half_words.list(), ""), (Words{"studio", "été"}));
  EXPECT_TRUE(HalfWords::parse("", "").empty());
}

TEST(ListOfWords, HasOnlyWordsOfABoundedSize) {
  std::string longest(HalfWords::kLongestWord, 'a'), most = "a";
  for (size_t word = 1; word < HalfWords::kMostWords; ++word) most += " a";
  EXPECT_NO_THROW(HalfWords::parse(longest, ""));
  EXPECT_NO_THROW(HalfWords::parse(most, ""));
  for (const std::string& list :
       {std::string(" "), std::string("a  b"), std::string(" a"), std::string("a,b"),
        std::string("a\xFF"), longest + "a", most + " a"}) {
    const auto error = test::thrown_error([&] { HalfWords::parse(list, "a.file"); });
    EXPECT_EQ(error.where(), "a.file");
  }
}

}  // namespace
}  // namespace regard::text
