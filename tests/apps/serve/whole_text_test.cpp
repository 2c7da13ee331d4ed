#include "serve/text_translation.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

translate::Translation translation_of(const std::string& text) {
  translate::Translation translation;
  translation.text = text;
  return translation;
}

bool lacks(const std::string& source, const std::string& translation) {
  return lacks_sentences(source, translation_of(translation));
}

TEST(WholeText, LacksSentencesIfItsTranslationHasFewer) {
  EXPECT_TRUE(lacks("A man sleeps. A dog runs.", "Un homme dort du chien."));
  EXPECT_TRUE(lacks("A man sleeps. A dog runs. Who eats?", "Un homme dort. Un chien court."));
  EXPECT_FALSE(lacks("A man sleeps. A dog runs.", "Un homme dort. Un chien court."));
  EXPECT_FALSE(lacks("A man sleeps.", "Un homme. Il dort."));
  EXPECT_FALSE(lacks("Mr. Smith sleeps.", "M. Smith dort."));
  EXPECT_FALSE(lacks("A man", ""));
}

TEST(WholeText, LacksSentencesIfItsTranslationIsShortOrCutOffOrRepeatsItself) {
  const std::string source = "A man sleeps. A dog runs.";
  const auto whole = translation_of("Un homme dort. Un chien court.");
  auto repeating = whole, shorter = whole, cut = whole;
  repeating.repeats = shorter.is_short = true;
  cut.n_best.emplace_back().finished = false;
  EXPECT_FALSE(lacks_sentences(source, whole));
  for (const auto& translation : {repeating, shorter, cut}) {
    EXPECT_TRUE(lacks_sentences(source, translation));
  }
}

}  // namespace
}  // namespace regard::serve
