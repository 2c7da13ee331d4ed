#include "corpus/learn_shortlist.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "base/machine.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {
namespace {

constexpr int64_t kVocab = 12;

std::vector<size_t> all_of(const Examples& examples) {
  std::vector<size_t> chosen(examples.size());
  std::iota(chosen.begin(), chosen.end(), size_t{0});
  return chosen;
}

// das Haus, das Buch, ein Buch; the house, the book, a book: the example of Koehn's Statistical
// Machine Translation (2010), figure 4.4, without the empty word.
class LexicalTableOfThreePairs : public testing::Test {
 protected:
  enum : int32_t { das = 4, haus, buch, ein };
  enum : int32_t { the = 4, house, book, a };

  LexicalTableOfThreePairs() {
    examples_.begin_text("koehn");
    const auto add = [&](std::vector<int64_t> source, std::vector<int64_t> target) {
      target.push_back(text::kEos);
      examples_.add(source, target, 1.0, 1);
    };
    add({das, haus}, {the, house});
    add({das, buch}, {the, book});
    add({ein, buch}, {a, book});
  }

  Examples examples_;
};

TEST_F(LexicalTableOfThreePairs, GivesTheProbabilitiesOfTheTextbook) {
  const auto chosen = all_of(examples_);
  LexicalTable table(examples_, chosen, kVocab);
  constexpr double kDigits = 5e-5;  // the book prints four digits
  table.learn();
  EXPECT_NEAR(table.probability(das, the), 0.5, kDigits);
  EXPECT_NEAR(table.probability(das, book), 0.25, kDigits);
  EXPECT_NEAR(table.probability(buch, book), 0.5, kDigits);
  table.learn();
  EXPECT_NEAR(table.probability(das, the), 0.6364, kDigits);
  EXPECT_NEAR(table.probability(das, house), 0.1818, kDigits);
  EXPECT_NEAR(table.probability(ein, a), 0.5714, kDigits);
  EXPECT_NEAR(table.probability(haus, the), 0.4286, kDigits);
  table.learn();
  EXPECT_NEAR(table.probability(das, the), 0.7479, kDigits);
  EXPECT_NEAR(table.probability(haus, house), 0.6534, kDigits);
}

TEST_F(LexicalTableOfThreePairs, KnowsNoTokensThatNeverMeet) {
  const auto chosen = all_of(examples_);
  const LexicalTable table(examples_, chosen, kVocab);
  EXPECT_TRUE(std::ranges::equal(table.targets(das), std::vector<int32_t>{the, house, book}));
  EXPECT_EQ(table.probability(das, a), 0);
  EXPECT_TRUE(table.targets(8).empty());
  for (int64_t source = 0; source < kVocab; ++source) {
    EXPECT_EQ(std::ranges::count(table.targets(source), text::kEos), 0);
  }
}

TEST_F(LexicalTableOfThreePairs, LearnsFromExamplesSpreadEvenly) {
  for (int i = 0; i < 5; ++i) examples_.add(std::vector<int64_t>{das}, {}, 1.0, 4 + i);
  EXPECT_EQ(evenly_spread(examples_, 4), (std::vector<size_t>{0, 2, 4, 6}));
  EXPECT_EQ(evenly_spread(examples_, 100).size(), 8);
}

/// Pairs of random tokens, some of which are translations of each other.
Examples random_examples(int64_t lines) {
  std::mt19937 random(3);
  Examples examples;
  examples.begin_text("random");
  for (int64_t line = 1; line <= lines; ++line) {
    std::vector<int64_t> source, target;
    for (size_t i = 0; i <= random() % 6; ++i) {
      source.push_back(4 + static_cast<int64_t>(random() % 8));
      target.push_back(15 - source.back() + static_cast<int64_t>(random() % 2));
    }
    source.push_back(text::kEos);
    target.push_back(text::kEos);
    examples.add(source, target, 1.0, line);
  }
  return examples;
}

/// The definition, with counts that add up over the examples in order.
std::map<std::pair<int32_t, int32_t>, float> learned_plainly(const Examples& examples,
                                                             int iterations) {
  std::map<std::pair<int32_t, int32_t>, float> probabilities;
  const auto probability = [&](int32_t source, int32_t target) -> float& {
    return probabilities.try_emplace({source, target}, 1.0F).first->second;
  };
  for (int i = 0; i < iterations; ++i) {
    std::map<std::pair<int32_t, int32_t>, double> counts;
    for (size_t example = 0; example < examples.size(); ++example) {
      for (const int32_t target : examples.target(example)) {
        if (target == text::kEos) continue;
        double sum = 0.0;
        for (const int32_t source : examples.source(example)) {
          sum += static_cast<double>(probability(source, target));
        }
        for (const int32_t source : examples.source(example)) {
          counts[{source, target}] += static_cast<double>(probability(source, target)) / sum;
        }
      }
    }
    std::map<int32_t, double> sums;
    for (const auto& [pair, count] : counts) sums[pair.first] += count;
    for (const auto& [pair, count] : counts) {
      probabilities[pair] = static_cast<float>(count / sums[pair.first]);
    }
  }
  return probabilities;
}

TEST(LexicalTable, HasTheSameBitsWithAnyNumberOfThreads) {
  const auto examples = random_examples(2000);
  const auto expected = learned_plainly(examples, 5);
  const auto chosen = all_of(examples);
  const int64_t before = threads();
  for (const int64_t count : {1, 2, 3, 64}) {
    set_threads(count);
    LexicalTable table(examples, chosen, kVocab);
    table.learn_enough();
    for (const auto& [pair, probability] : expected) {
      EXPECT_EQ(table.probability(pair.first, pair.second), probability) << count << " threads";
    }
  }
  set_threads(before);
}

TEST(LexicalTable, GrowsLikelierWithEveryIteration) {
  const auto examples = random_examples(40);
  const auto chosen = all_of(examples);
  LexicalTable table(examples, chosen, kVocab);
  double before = table.learn();
  before = table.learn();  // the first value belongs to the uniform probabilities
  for (int i = 0; i < 6; ++i) {
    const double now = table.learn();
    EXPECT_GT(now, before - 1e-6);
    before = now;
  }
  for (int64_t source = 0; source < kVocab; ++source) {
    const auto probabilities = table.probabilities(source);
    if (probabilities.empty()) continue;
    EXPECT_NEAR(std::accumulate(probabilities.begin(), probabilities.end(), 0.0), 1.0, 1e-5);
  }
}

}  // namespace
}  // namespace regard::corpus
