#include "regard/text/translation_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/stopwatch.h"

namespace regard::text {
namespace {

using Entries = std::vector<TranslationMemory::Entry>;

TEST(TranslationMemory, HasATextInAnyBlanks) {
  const TranslationMemory memory(Entries{{"Where is  the caf\u00E9?", "Où est le café ?"}});
  for (const char* text : {"Where is the caf\u00E9?", " Where\u00A0is the\ncafe\u0301? "}) {
    const auto* found = memory.translation_of(text);
    ASSERT_NE(found, nullptr) << text;
    EXPECT_EQ(*found, "Où est le café ?");
  }
  for (const char* text : {"", "Where is the caf\u00E9", "where is the caf\u00E9?", "café"}) {
    EXPECT_EQ(memory.translation_of(text), nullptr) << text;
  }
}

TEST(TranslationMemory, HasNoTextWithDifferentNumbersOrPlaceholders) {
  const TranslationMemory memory(Entries{{"Save %1$s in 5 s.", "Enregistrez %1$s en 5 s."}});
  EXPECT_NE(memory.translation_of("Save %1$s in 5 s."), nullptr);
  EXPECT_EQ(memory.translation_of("Save %2$s in 5 s."), nullptr);
  EXPECT_EQ(memory.translation_of("Save %1$s in 6 s."), nullptr);
}

TEST(TranslationMemory, HasTheLastOfTwoTranslations) {
  const TranslationMemory memory(
      Entries{{"Yes", "Oui"}, {"No", "Non"}, {"Yes ", "Si"}, {"", "a"}, {"b", " "}});
  EXPECT_EQ(memory.size(), 2);
  EXPECT_EQ(*memory.translation_of("Yes"), "Si");
}

TEST(TranslationMemory, OffersSimilarTextsByWords) {
  const TranslationMemory memory(Entries{{"The big cat sleeps on the old chair.", "1"},
                                         {"The cat sleeps on the chair.", "2"},
                                         {"the Cat sleeps on the chair.", "3"},
                                         {"A dog eats.", "4"}});
  const auto found = memory.similar("The cat sleeps on the chair.");
  ASSERT_EQ(found.size(), 3);
  EXPECT_EQ(found[0], (MemoryMatch{"The cat sleeps on the chair.", "2", 100}));
  EXPECT_EQ(found[1], (MemoryMatch{"the Cat sleeps on the chair.", "3", 85})) << "1 of 7 words";
  EXPECT_EQ(found[2].score, 77) << "2 of 9";
  EXPECT_EQ(memory.similar("The cat sleeps on the chair.", {.most = 1}).size(), 1);
  EXPECT_EQ(memory.similar("The cat sleeps on the chair.", {.least = 80}).size(), 2);
  EXPECT_EQ(memory.similar("The cat sleeps on the chair .").front().score, 99);
  EXPECT_TRUE(memory.similar("").empty());
  EXPECT_TRUE(memory.similar("Nothing of this is known").empty());
}

/// A random text of 1 to 12 words out of `count`, a few of which are frequent.
std::string made_up(std::mt19937& random, uint32_t count) {
  std::string text;
  for (auto words = 1 + random() % 12; words > 0; --words) {
    const auto word = random() % (1 + random() % count);
    text += (text.empty() ? "w" : " w") + std::to_string(word);
  }
  return text;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ' ') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

/// The score of a match, computed with the recursive definition of edit distance.
int score(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      cost[i][j] = std::min({cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1),
                             cost[i - 1][j] + 1, cost[i][j - 1] + 1});
    }
  }
  const size_t all = std::max(a.size(), b.size());
  return static_cast<int>(100 * (all - cost[a.size()][b.size()]) / all);
}

TEST(TranslationMemory, FindsWhatAComparisonWithEachEntryFinds) {
  std::mt19937 random(1);
  Entries entries;
  for (int number = 0; number < 400; ++number) entries.push_back({made_up(random, 30), "t"});
  std::ranges::sort(entries, {}, &TranslationMemory::Entry::source);
  const auto have_one_source = [](const auto& one, const auto& other) {
    return one.source == other.source;
  };
  entries.erase(std::unique(entries.begin(), entries.end(), have_one_source), entries.end());
  const TranslationMemory memory(entries);
  for (int number = 0; number < 200; ++number) {
    const auto text = made_up(random, 40);
    for (const int least : {50, 70, 90}) {
      std::vector<int> expected, found;
      for (const auto& entry : entries) {
        const int one = score(words_of(text), words_of(entry.source));
        if (one >= least) expected.push_back(one);
      }
      for (const auto& match : memory.similar(text, {.most = 1000, .least = least})) {
        EXPECT_EQ(match.score, score(words_of(text), words_of(match.source))) << text;
        found.push_back(match.score);
      }
      std::ranges::sort(expected, std::greater<>());
      EXPECT_EQ(found, expected) << text;
    }
  }
}

TEST(TranslationMemory, FindsAmongAHundredThousandInNoTime) {
  constexpr int kEntries = 100'000, kTexts = 500;
  std::mt19937 random(2);
  Entries entries;
  for (int number = 0; number < kEntries; ++number)
    entries.push_back({made_up(random, 20'000), "t"});
  const TranslationMemory memory(std::move(entries));
  const Stopwatch stopwatch;
  for (int number = 0; number < kTexts; ++number) memory.similar(made_up(random, 20'000));
  EXPECT_LT(stopwatch.seconds() / kTexts, 0.02);
}

}  // namespace
}  // namespace regard::text
