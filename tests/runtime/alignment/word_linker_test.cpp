#include "alignment/word_linker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "alignment/words.h"
#include "text/data_files.h"

namespace regard::alignment {
namespace {

using test::data_lines;

class WordLinkerTest : public testing::Test {
 protected:
  struct Pair {
    std::string source, target;
  };

  WordLinkerTest() {
    for (const std::string split : {"alignment", "train"}) {
      const auto english = data_lines(split + ".en"), french = data_lines(split + ".fr");
      for (size_t line = 0; line < english.size(); ++line) {
        texts_.push_back({english[line], french[line]});
        pairs_.add(words_of(english[line]), words_of(french[line]));
      }
    }
  }

  static Links links_of(const WordLinker& linker, const Pair& pair) {
    return linker(words_of(pair.source), words_of(pair.target));
  }

  std::vector<Pair> texts_;
  WordPairs pairs_;
  const Aligner::Options options_ = {.model_1 = 2, .hidden_markov = 2};
};

TEST_F(WordLinkerTest, LinksWordsAsTheAlignerDoes) {
  Aligner aligner(pairs_, options_);
  aligner.learn();
  const auto expected = aligner.align(0, pairs_.size(), Symmetrization::posterior);
  const auto linker = WordLinker::learned_from(pairs_, options_);
  size_t all = 0, common = 0;
  for (size_t pair = 0; pair < texts_.size(); ++pair) {
    const auto actual = links_of(linker, texts_[pair]);
    Links both;
    std::ranges::set_intersection(actual, expected[pair], std::back_inserter(both));
    all += actual.size() + expected[pair].size();
    common += 2 * both.size();
  }
  EXPECT_GT(static_cast<double>(common) / static_cast<double>(all), 0.999);  // see keep_likely()
}

TEST_F(WordLinkerTest, LinksWordsOfOtherPairs) {
  const auto linker = WordLinker::learned_from(pairs_, options_);
  EXPECT_EQ(to_pharaoh(links_of(linker, {"The dog is big.", "Le chien est grand."})),
            "0-0 1-1 2-2 3-3 4-4");
  // Unknown words are linked based on the words around them.
  const Pair unknown = {"The zzyx is big.", "Le qwrt est grand."};
  const auto links = links_of(linker, unknown);
  EXPECT_TRUE(std::ranges::binary_search(links, Link{.source = 2, .target = 2}));
  EXPECT_TRUE(links_of(linker, {"", "Le chien"}).empty());
  EXPECT_TRUE(links_of(linker, {"The dog", ""}).empty());
}

TEST_F(WordLinkerTest, ComesBackFromItsBytes) {
  const auto linker = WordLinker::learned_from(pairs_, options_);
  const auto bytes = linker.bytes();
  const auto again = WordLinker::from_bytes(bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->bytes().size(), bytes.size());
  for (const auto& pair : texts_) EXPECT_EQ(links_of(*again, pair), links_of(linker, pair));
}

TEST(WordLinker, IsRejectedIfItsBytesAreTruncated) {
  WordPairs pairs;
  pairs.add(words_of("the house"), words_of("la maison"));
  pairs.add(words_of("the flower"), words_of("la fleur"));
  const auto bytes = WordLinker::learned_from(pairs, {}).bytes();
  EXPECT_TRUE(WordLinker::from_bytes(bytes));
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(WordLinker::from_bytes(bytes.substr(0, size))) << size;
  }
  EXPECT_FALSE(WordLinker::from_bytes(bytes + "x"));
}

}  // namespace
}  // namespace regard::alignment
