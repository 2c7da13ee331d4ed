#include "regard/corpus/subword_sampling.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "corpus_fixtures.h"

namespace regard::corpus {
namespace {

class SubwordSamplingTest : public testing::Test {
 protected:
  SubwordSamplingTest() {
    examples_.begin_text("text");
    for (int64_t line = 0; line < 4; ++line) {
      examples_.add(tokenizers_.encode_source(kLine), tokenizers_.encode_target(kLine), 1.0, line);
    }
  }

  SubwordSampling sampling(uint64_t seed = 1, int64_t max_length = 100) const {
    return {tokenizers_, {.alpha = 0.3, .max_length = max_length, .seed = seed}};
  }
  static std::vector<int32_t> ids(std::span<const int32_t> side) {
    return {side.begin(), side.end()};
  }

  const std::string kLine = "the cat sees the other cat at the gate";
  const text::Tokenizer tokenizer_ =
      text::train_tokenizer({kLine, kLine}, {.type = config::TokenizerType::bpe, .vocab_size = 24});
  const text::TokenizerPair tokenizers_{tokenizer_, tokenizer_, text::Preprocess::none};
  Examples examples_;
};

TEST_F(SubwordSamplingTest, DependsOnSeedEpochAndNumberAloneNotOnTheBatch) {
  const std::vector<size_t> two = {2, 3}, three = {0, 1, 3};
  const auto one_way = sampling()(examples_, two, 5), another = sampling()(examples_, three, 5);
  EXPECT_EQ(ids(one_way.source(1)), ids(another.source(2)));
  EXPECT_EQ(ids(one_way.target(1)), ids(another.target(2)));
  EXPECT_NE(ids(one_way.source(0)), ids(one_way.source(1)));
  EXPECT_NE(ids(sampling()(examples_, two, 6).source(1)), ids(one_way.source(1)));
  EXPECT_NE(ids(sampling(2)(examples_, two, 5).source(1)), ids(one_way.source(1)));
}

TEST_F(SubwordSamplingTest, SaysBeforehandHowLongExamplesBecome) {
  const std::vector<size_t> all = {0, 1, 2, 3};
  const auto sampled = sampling()(examples_, all, 5);
  for (const size_t example : all) {
    const auto lengths = sampling().lengths(examples_, example, 5);
    EXPECT_EQ(lengths.source, sampled.source(example).size());
    EXPECT_EQ(lengths.target, sampled.target(example).size());
  }
  EXPECT_NE(sampling().lengths(examples_, 0, 5).source, examples_.source(0).size());
}

TEST_F(SubwordSamplingTest, KeepsTextAndEnd) {
  const std::vector<size_t> all = {0, 1, 2, 3};
  const auto sampled = sampling()(examples_, all, 1);
  for (size_t i = 0; i < all.size(); ++i) {
    const auto source = sampled.source(i);
    EXPECT_EQ(tokenizer_.decode(std::vector<int64_t>(source.begin(), source.end())), kLine);
    EXPECT_EQ(source.back(), text::kEos);
    EXPECT_EQ(std::count(source.begin(), source.end(), text::kEos), 1);
  }
}

TEST_F(SubwordSamplingTest, KeepsWhatWouldBecomeTooLong) {
  const std::vector<size_t> all = {0, 1, 2, 3};
  const auto before = ids(examples_.source(0));
  const auto sampled = sampling(1, static_cast<int64_t>(before.size()))(examples_, all, 1);
  for (size_t i = 0; i < all.size(); ++i) EXPECT_LE(sampled.source(i).size(), before.size());
}

}  // namespace
}  // namespace regard::corpus
