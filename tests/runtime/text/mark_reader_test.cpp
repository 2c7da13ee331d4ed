#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "text/sentences.h"

namespace regard::text {
namespace {

using Pieces = std::vector<std::string_view>;

TEST(SeparatedTexts, KeepsTextsApartThatSymbolsSeparate) {
  for (const std::string mark : {"\u2192", "\u2260", "\u00B7", "\u25A0", "\U0001F600", "~", "\\"}) {
    const auto text = "black cat " + mark + " white dog";
    const auto found = sentences_of(text);
    ASSERT_EQ(found.sentences.size(), 2U) << mark;
    EXPECT_EQ(found.sentences[0].words, "black cat");
    EXPECT_EQ(found.sentences[1].before, " " + mark + " ");
    EXPECT_EQ(found.sentences[1].words, "white dog");
  }
  EXPECT_EQ(sentences_of("Go to File \u2192 Open now.").sentences.size(), 2U);
  for (const char* text : {"I \u2764 you", "It takes ~ 5 minutes", "3 \u00D7 4", "cat\u2192dog",
                           "my \U0001F600 cat", "I \u2764 Paris", "The cat \u2192 sleeps here",
                           "He is \U0001F600 happy because she is here", "2 \u2264 3"}) {
    EXPECT_EQ(split_sentences(text).size(), 1U) << text;
  }
}

TEST(SeparatedTexts, KeepsTextsApartThatAWrittenTabSeparates) {
  EXPECT_EQ(split_sentences("Hello\\tfriend"), (Pieces{"Hello", "\\t", "friend"}));
  EXPECT_EQ(split_sentences("\\textbf{Hello} friend").size(), 1U);
  EXPECT_EQ(split_sentences("See dir\\table here").size(), 1U);
}

TEST(SeparatedTexts, SplitsGreetingsWithoutASpace) {
  EXPECT_EQ(split_sentences("Hello.Goodbye."), (Pieces{"Hello.", "Goodbye."}));
}

TEST(SeparatedTexts, KeepsTheSmallRomanNumberOne) {
  EXPECT_EQ(sentences_of("i. the cat sleeps").sentences[0].before, "i. ");
  EXPECT_EQ(sentences_of("i. e. the cat").sentences[0].before, "");
}

}  // namespace
}  // namespace regard::text
