#include "translate/from_memory.h"

#include <gtest/gtest.h>

#include "text/characters.h"

namespace regard::translate {
namespace {

using Lines = std::vector<std::string>;

class FromMemory : public testing::Test {
 protected:
  FromMemory() { request_.options.memory = &memory_; }

  /// Translates with a model that copies the prefix and writes the rest in capitals.
  std::vector<Translation> translate(const Lines& lines) {
    return translate_with_memory(lines, request_, [&](auto some, const TranslationRequest& how) {
      EXPECT_EQ(how.options.memory, nullptr);
      std::vector<Translation> translations;
      for (size_t line = 0; line < some.size(); ++line) {
        const auto& prefixes = how.options.prefixes;
        searched_.push_back(some[line]);
        auto& one = translations.emplace_back();
        one.text = prefixes.empty() ? text::in_capitals(some[line]) : prefixes[line];
        if (some[line] == "Stop!" && !prefixes.empty()) one.text += " Encore";
        one.n_best.push_back({.text = one.text});
      }
      return translations;
    });
  }

  text::TranslationMemory memory_{std::vector<text::TranslationMemory::Entry>{
      {"The cat sleeps.", "Le chat dort."}, {"Stop!", "Arrête !"}, {"a b", "a\nb"}}};
  TranslationRequest request_;
  Lines searched_;
};

TEST_F(FromMemory, LinesThatItContainsAreNotSearched) {
  const auto found = translate({"  The cat  sleeps. ", "A dog", "Stop!", ""});
  EXPECT_EQ(found[0].text, "  Le chat dort. ");
  EXPECT_TRUE(found[0].is_from_memory && found[0].n_best.empty());
  EXPECT_EQ(found[0].matches.front().score, 100);
  EXPECT_EQ(found[1].text, "A DOG");
  EXPECT_FALSE(found[1].is_from_memory);
  EXPECT_EQ(found[2].text, "Arrête !");
  EXPECT_EQ(searched_, (Lines{"A dog", ""}));
}

TEST_F(FromMemory, SentencesOfALineAreFoundInIt) {
  const auto found = translate({"Stop!  A dog runs. The cat sleeps.", "Stop! The cat sleeps."});
  EXPECT_EQ(found[0].text, "Arrête !  A DOG RUNS. Le chat dort.");
  EXPECT_FALSE(found[0].is_from_memory);
  EXPECT_EQ(found[0].sentences, 3);
  EXPECT_EQ(found[1].text, "Arrête ! Le chat dort.");
  EXPECT_TRUE(found[1].is_from_memory);
  EXPECT_EQ(searched_, Lines{"A dog runs."});
  request_.search.split = false;
  EXPECT_EQ(translate({"Stop! A dog runs."})[0].text, "STOP! A DOG RUNS.");
}

TEST_F(FromMemory, SimilarEntriesAreOffered) {
  const auto found = translate({"The cat sleeps!"});
  EXPECT_EQ(found[0].text, "THE CAT SLEEPS!");
  ASSERT_EQ(found[0].matches.size(), 1);
  EXPECT_EQ(found[0].matches[0], (text::MemoryMatch{"The cat sleeps.", "Le chat dort.", 75}));
}

TEST_F(FromMemory, NoLineBecomesTwo) { EXPECT_EQ(translate({"a b"})[0].text, "A B"); }

TEST_F(FromMemory, TextsAreAlignedByAModelThatWritesThem) {
  request_.options.attention = true;
  const auto found = translate({"The cat sleeps.", "Stop!"});
  EXPECT_EQ(found[0].n_best.size(), 1);
  EXPECT_EQ(found[1].text, "Arrête !") << "although the model goes on";
  EXPECT_TRUE(found[1].n_best.empty());
}

TEST_F(FromMemory, PrefixesAndAlternativesAreOfTheModel) {
  request_.options.prefixes = {"Ici", "Là"};
  const auto found = translate({"Stop!", "The cat sleeps."});
  EXPECT_EQ(found[1].text, "Là");
  EXPECT_EQ(found[1].matches.front().score, 100);
}

TEST_F(FromMemory, TermsThatItLacksAreNamed) {
  const text::Glossary glossary({{"cat", "minou"}, {"dog", "chien"}});
  request_.options.glossary = &glossary;
  EXPECT_EQ(translate({"The cat sleeps."})[0].unmet,
            (std::vector<text::Glossary::Term>{{"cat", "minou"}}));
}

}  // namespace
}  // namespace regard::translate
