#include "text/function_words.h"

#include <gtest/gtest.h>

#include <string>

namespace regard::text {
namespace {

TEST(FunctionWords, AreCountedByLanguage) {
  const FunctionWords words("The cat sleeps with me, mais le chien reste dans le jardin.");
  EXPECT_EQ(words.words, 12U);
  EXPECT_EQ(words.english.distinctive, 2U) << "the, with";
  EXPECT_EQ(words.french.distinctive, 1U) << "dans";
  EXPECT_EQ(words.french.any, 4U) << "mais, le, dans, le";
}

TEST(FunctionWords, CountRegardlessOfCase) {
  EXPECT_EQ(FunctionWords("THE").english.distinctive, 1U);
  EXPECT_EQ(FunctionWords("ÊTES").french.distinctive, 1U);
}

TEST(FunctionWords, EndWithAnApostropheOfEitherKind) {
  for (const std::string text : {"j'ai", "j’ai", "J'AI"}) {
    const FunctionWords words(text);
    EXPECT_EQ(words.words, 2U) << text;
    EXPECT_EQ(words.french.distinctive, 1U) << text;
    EXPECT_EQ(words.french.any, 2U) << text;
  }
  EXPECT_EQ(FunctionWords("don't").english.distinctive, 1U);
}

TEST(FunctionWords, AreWholeWords) {
  EXPECT_EQ(FunctionWords("theatre bathed lesson").english.any, 0U);
  EXPECT_EQ(FunctionWords("theatre bathed lesson").french.any, 0U);
}

TEST(FunctionWords, AreNoneOfOtherLanguages) {
  const FunctionWords words("the les");
  EXPECT_EQ(words.of("en").any, 1U);
  EXPECT_EQ(words.of("fr").any, 1U);
  EXPECT_EQ(words.of("de").any, 0U);
}

TEST(FunctionWords, SkipBytesThatAreNotText) {
  const FunctionWords words("the\xff les\xc3");
  EXPECT_EQ(words.words, 2U);
  EXPECT_EQ(words.english.distinctive, 1U);
  EXPECT_EQ(words.french.distinctive, 1U);
}

}  // namespace
}  // namespace regard::text
