#include "text/noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "support/base/thrown_error.h"
#include "text/data_files.h"
#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"

namespace regard::text {
namespace {

using config::TokenizerType;

const std::string kLine = "the cat sees the other cat";

/// A tokenizer with a small vocabulary, trained on English sentences.
const Tokenizer& tokenizer_of(TokenizerType type) {
  static std::map<TokenizerType, Tokenizer> trained;
  const auto found = trained.find(type);
  if (found != trained.end()) return found->second;
  const config::TokenizerOptions options{.type = type, .vocab_size = 200, .symbols = {"<bt>"}};
  return trained.emplace(type, train_tokenizer(test::data_lines("val.en"), options)).first->second;
}

std::vector<int32_t> encoded(const Tokenizer& tokenizer, const std::string& line) {
  const auto ids = tokenizer.encode(line);
  return {ids.begin(), ids.end()};
}

class EverySubwordSampler : public testing::TestWithParam<TokenizerType> {
 protected:
  const Tokenizer& tokenizer_ = tokenizer_of(GetParam());
  std::mt19937_64 random_{7};
};

TEST_P(EverySubwordSampler, KeepsTheText) {
  const SubwordSampler sampler(tokenizer_, 0.3);
  std::map<std::vector<int64_t>, int> seen;
  for (int i = 0; i < 50; ++i) {
    const auto ids = sampler.resample(encoded(tokenizer_, kLine), random_);
    EXPECT_EQ(tokenizer_.decode(ids), kLine);
    ++seen[ids];
  }
  EXPECT_GT(seen.size(), 10U) << "hardly anything is drawn";
}

TEST_P(EverySubwordSampler, LeavesOtherBytesAlone) {
  const SubwordSampler sampler(tokenizer_, 0.3);
  const auto symbol = static_cast<int32_t>(tokenizer_.id("<bt>"));
  const std::vector<int32_t> ids = {symbol, static_cast<int32_t>(kUnk), symbol,
                                    static_cast<int32_t>(kEos)};
  const auto resampled = sampler.resample(ids, random_);
  EXPECT_EQ(std::vector<int32_t>(resampled.begin(), resampled.end()), ids);
}

TEST_P(EverySubwordSampler, DependsOnlyOnItsRandomEngine) {
  const SubwordSampler sampler(tokenizer_, 0.3);
  const auto ids = encoded(tokenizer_, kLine);
  std::mt19937_64 one(1), same(1), other(2);
  const auto expected = sampler.resample(ids, one);
  EXPECT_EQ(sampler.resample(ids, same), expected);
  EXPECT_NE(sampler.resample(ids, other), expected);
}

INSTANTIATE_TEST_SUITE_P(Types, EverySubwordSampler,
                         testing::Values(TokenizerType::unigram, TokenizerType::bpe),
                         [](const auto& info) { return name_of(info.param); });

/// Every segmentation of `text` into text pieces.
void segment(const Tokenizer& tokenizer, const std::string& text, std::vector<int64_t>& begun,
             std::vector<std::vector<int64_t>>& found) {
  const auto is_text = tokenizer.text_pieces();
  if (text.empty()) found.push_back(begun);
  for (size_t size = 1; size <= text.size(); ++size) {
    const auto id = tokenizer.id(text.substr(0, size));
    if (!is_text[static_cast<size_t>(id)]) continue;
    begun.push_back(id);
    segment(tokenizer, text.substr(size), begun, found);
    begun.pop_back();
  }
}

TEST(SubwordSampler, DrawsUnigramSegmentationsByTheirProbabilities) {
  constexpr double kAlpha = 0.4;
  constexpr int kDraws = 20'000;
  const auto& tokenizer = tokenizer_of(TokenizerType::unigram);
  const std::string word = "the";
  std::vector<std::vector<int64_t>> segmentations;
  std::vector<int64_t> begun;
  segment(tokenizer, tokenizer.normalize(word), begun, segmentations);
  ASSERT_GT(segmentations.size(), 3U) << "choose another word";
  std::map<std::vector<int64_t>, double> weights;
  double sum = 0.0;
  for (const auto& pieces : segmentations) {
    double score = 0.0;
    for (const int64_t piece : pieces) score += tokenizer.score(piece);
    sum += weights[pieces] = std::exp(kAlpha * score);
  }

  const SubwordSampler sampler(tokenizer, kAlpha);
  std::mt19937_64 random(1);
  std::map<std::vector<int64_t>, int> drawn;
  for (int i = 0; i < kDraws; ++i) ++drawn[sampler.resample(encoded(tokenizer, word), random)];

  for (const auto& [pieces, weight] : weights) {
    const double probability = weight / sum;
    const double deviation = std::sqrt(probability * (1 - probability) / kDraws);
    EXPECT_NEAR(static_cast<double>(drawn[pieces]) / kDraws, probability, 5 * deviation)
        << tokenizer.decode(pieces);
  }
}

TEST(SubwordSampler, WithoutDropoutMergesAsBytePairEncodingDoes) {
  const auto& tokenizer = tokenizer_of(TokenizerType::bpe);
  const SubwordSampler sampler(tokenizer, 0.0);
  std::mt19937_64 random(1);
  for (const auto& line : test::data_lines("val.en")) {
    EXPECT_EQ(sampler.resample(encoded(tokenizer, line), random), tokenizer.encode(line));
  }
}

TEST(SubwordSampler, WithNearlyAllMergesDroppedWritesCharacters) {
  const auto& tokenizer = tokenizer_of(TokenizerType::bpe);
  const SubwordSampler sampler(tokenizer, 1.0 - 1e-12);
  std::mt19937_64 random(1);
  const std::string line = "the cat";
  constexpr size_t kCharacters = 8;  // includes the space added before the first word
  EXPECT_EQ(sampler.resample(encoded(tokenizer, line), random).size(), kCharacters);
}

TEST(SubwordSampler, RefusesATokenizerOfWords) {
  const auto error =
      test::thrown_error([] { SubwordSampler(tokenizer_of(TokenizerType::word), 0.1); });
  EXPECT_EQ(error.where(), "tokenizer.sampling");
}

}  // namespace
}  // namespace regard::text
