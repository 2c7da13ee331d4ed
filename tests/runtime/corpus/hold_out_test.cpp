#include "corpus/hold_out.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "corpus/cleaning.h"
#include "regard/base/str.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::corpus {
namespace {

std::string test_lines(const std::string& word, int count) {
  std::string lines;
  for (int i = 0; i < count; ++i) lines += str(word, " line ", i, '\t', word, " ligne ", i, '\n');
  return lines;
}

class HoldOut : public testing::Test {
 protected:
  /// Every third sentence has two translations; some pairs lack a side.
  std::string write_pairs(int count, bool reversed = false) const {
    std::vector<std::string> lines;
    for (int i = 0; i < count; ++i) {
      const auto number = std::to_string(i);
      lines.push_back("sentence " + number + "\tphrase " + number + "\n");
      if (i % 3 == 0) lines.push_back("sentence " + number + "\tautre " + number + "\n");
      if (i % 50 == 0) lines.push_back("sentence without\t \n");
    }
    if (reversed) std::ranges::reverse(lines);
    std::string text;
    for (const auto& line : lines) text += line;
    return folder_.write("pairs.tsv", text);
  }
  HeldOut divide(int count) const { return divide(write_pairs(count), "data"); }
  HeldOut divide(const std::string& file, const char* folder) const {
    const config::ParallelText text = {.tsv = file};
    return hold_out(std::span(&text, 1), folder_ / folder);
  }

  test::TemporaryFolder folder_;
};

TEST_F(HoldOut, PutsEachSentenceIntoOnePart) {
  const auto held = divide(2000);
  std::map<std::string, std::string> part_of;
  int64_t pairs = 0;
  for (const auto* text : {&held.train.front(), &held.valid, &held.test}) {
    for (const auto& pair : read_parallel_text(*text)) {
      const auto [place, is_new] = part_of.emplace(pair.source, text->tsv);
      EXPECT_EQ(place->second, text->tsv) << pair.source;
      EXPECT_FALSE(pair.target.empty());
      ++pairs;
    }
  }
  EXPECT_EQ(part_of.size(), 2000U);
  EXPECT_EQ(pairs, held.train_pairs + held.valid_pairs + held.test_pairs);
}

TEST_F(HoldOut, HoldsOutATwentiethForEach) {
  const auto held = divide(2000);
  EXPECT_NEAR(static_cast<double>(held.valid_pairs), 100, 35);
  EXPECT_NEAR(static_cast<double>(held.test_pairs), 100, 35);
  EXPECT_NE(held.valid.tsv, held.test.tsv);
}

TEST_F(HoldOut, MeasuresEachSentenceOnce) {
  const auto held = divide(2000);
  for (const auto* text : {&held.valid, &held.test}) {
    std::set<std::string> sources;
    for (const auto& pair : read_parallel_text(*text)) {
      EXPECT_TRUE(sources.insert(pair.source).second) << pair.source;
    }
  }
}

TEST_F(HoldOut, DoesNotDependOnTheOrderOfThePairs) {
  const auto sources = [](const config::ParallelText& text) {
    std::set<std::string> found;
    for (const auto& pair : read_parallel_text(text)) found.insert(pair.source);
    return found;
  };
  const auto one = divide(write_pairs(500), "one");
  const auto other = divide(write_pairs(500, true), "other");
  EXPECT_EQ(sources(one.test), sources(other.test));
  EXPECT_EQ(sources(one.train.front()), sources(other.train.front()));
}

TEST_F(HoldOut, KeepsTheTrainingTextsApart) {
  const std::vector<config::ParallelText> texts = {
      {.tsv = write_pairs(900)},
      {.tsv = folder_.write("others.tsv", test_lines("autre", 600)), .weight = 0.5},
      {.tsv = folder_.write("none.tsv", "\t\n"), .weight = 2}};
  const auto held = hold_out(texts, folder_ / "data");
  ASSERT_EQ(held.train.size(), 2U);
  EXPECT_EQ(held.train[0].tsv, folder_ / "data/train.tsv");
  EXPECT_EQ(held.train[1].tsv, folder_ / "data/train-2.tsv");
  EXPECT_EQ(held.train[1].weight, 0.5);
  int64_t pairs = 0;
  for (const auto& text : held.train) pairs += std::ssize(read_parallel_text(text));
  EXPECT_EQ(pairs, held.train_pairs);
  for (const auto& pair : read_parallel_text(held.train[1])) {
    EXPECT_TRUE(pair.target.starts_with("autre")) << pair.target;
  }
}

TEST_F(HoldOut, DividesWhatItHasLeftOfAText) {
  const auto again = divide(divide(2000).train.front().tsv, "again");
  EXPECT_NEAR(static_cast<double>(again.valid_pairs), 100, 35);
  EXPECT_NEAR(static_cast<double>(again.test_pairs), 100, 35);
}

TEST_F(HoldOut, RefusesAHandfulOfPairs) {
  const auto error = test::thrown_error([&] { divide(20); });
  EXPECT_EQ(error.where(), folder_ / "pairs.tsv");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "data"));
}

}  // namespace
}  // namespace regard::corpus
