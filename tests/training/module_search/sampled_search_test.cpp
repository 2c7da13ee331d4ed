// Beam search whose tokens are drawn (BeamSearchOptions::sampling).
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <random>

#include "module_search/steps.h"
#include "support/tiny_model.h"
#include "text/tokenizer_pair.h"

namespace regard::search {
namespace {

using text::kBos, text::kEos, text::kPad, text::kUnk;

class SampledSearch : public testing::TestWithParam<std::string> {
 protected:
  BeamSearchOptions options(double temperature = 1.0) const {
    BeamSearchOptions options{.beam_size = 1};
    options.penalty.alpha = 0.0;
    options.rules.suppressed = {kUnk};
    options.sampling = SamplingOptions{.temperature = temperature};
    return options;
  }

  std::vector<Hypothesis> draw(const torch::Tensor& source, const torch::Tensor& lengths,
                               const BeamSearchOptions& options, uint64_t first_seed = 1) {
    std::vector<Request> requests(static_cast<size_t>(source.size(0)));
    for (auto& request : requests) {
      request.random = std::make_shared<const std::mt19937_64>(first_seed++);
    }
    std::vector<Hypothesis> drawn;
    for (auto& n_best : beam_search(*tiny_.model, source, lengths, options, requests)) {
      drawn.push_back(std::move(n_best.front()));
    }
    return drawn;
  }

  test::TinyModel tiny_ = test::tiny_model(GetParam());
  const torch::Tensor source_ =
      torch::tensor({{5L, 6L, 7L, int64_t{kEos}}, {8L, 9L, int64_t{kEos}, int64_t{kPad}}});
  const torch::Tensor lengths_ = torch::tensor({4, 3}, torch::kInt64);
};

TEST_P(SampledSearch, AtTemperatureZeroIsGreedySearch) {
  auto options = this->options(0.0);
  options.rules = {};  // as beam search
  const auto found = draw(source_, lengths_, options);
  const auto greedy = beam_search(*tiny_.model, source_, lengths_, {.beam_size = 1});
  for (size_t row = 0; row < found.size(); ++row) {
    EXPECT_EQ(found[row].tokens, greedy[row].front().tokens);
    EXPECT_NEAR(found[row].log_prob, greedy[row].front().log_prob, 1e-3);
  }
}

TEST_P(SampledSearch, LeavesNoWordUnfinished) {
  auto options = this->options(2.0);
  options.whole_words = {
      .end_within_word = [](auto tokens) { return !tokens.empty() && tokens.back() % 2 == 0; },
      .boundaries = {kEos, 5}};
  for (uint64_t seed = 1; seed < 20; ++seed) {
    for (const auto& drawn : draw(source_, lengths_, options, seed)) {
      const auto& tokens = drawn.tokens;
      for (size_t i = 1; i < tokens.size(); ++i) {
        EXPECT_FALSE(tokens[i - 1] % 2 == 0 && (tokens[i] == kEos || tokens[i] == 5));
      }
    }
  }
}

TEST_P(SampledSearch, DoesNotDependOnTheOtherRows) {
  const auto both = draw(source_, lengths_, options());
  const auto second = draw(source_.slice(0, 1).slice(1, 0, 3), lengths_.slice(0, 1), options(), 2);
  EXPECT_EQ(second.front().tokens, both[1].tokens);
}

TEST_P(SampledSearch, DrawsItsFirstTokenByTheModelsProbabilities) {
  constexpr int64_t kDraws = 4000;
  const auto source = source_.slice(0, 0, 1).expand({kDraws, 4}).contiguous();
  const auto lengths = lengths_.slice(0, 0, 1).expand({kDraws}).contiguous();
  auto options = this->options(2.0);
  options.max_length_ratio = 0.01;
  options.max_length_extra = 1;  // one token each
  std::map<int64_t, int64_t> drawn;
  for (const auto& hypothesis : draw(source, lengths, options)) ++drawn[hypothesis.tokens.front()];

  const torch::InferenceMode inference;
  const auto memory = tiny_.model->encode(source_.slice(0, 0, 1), lengths_.slice(0, 0, 1));
  auto state = tiny_.model->start(memory);
  auto logits =
      tiny_.model->step(torch::tensor({kBos}, torch::kInt64), memory, state).logits[0] / 2.0;
  for (const int64_t token : {kPad, kUnk, kBos}) logits[token] = -INFINITY;
  const auto probabilities = logits.softmax(-1, torch::kFloat64);
  for (int64_t token = 0; token < probabilities.size(0); ++token) {
    const auto p = probabilities[token].item<double>();
    const double deviation = std::sqrt(p * (1 - p) / kDraws);
    EXPECT_NEAR(static_cast<double>(drawn[token]) / kDraws, p, 5 * deviation + 1e-9) << token;
  }
}

TEST_P(SampledSearch, IsCutOffAtTheLargestLength) {
  auto options = this->options();
  options.rules.suppressed.push_back(kEos);
  const auto found = draw(source_, lengths_, options);
  EXPECT_EQ(found[0].tokens.size(), 18U);
  EXPECT_EQ(found[1].tokens.size(), 16U);
  EXPECT_FALSE(found[0].finished);
}

INSTANTIATE_TEST_SUITE_P(Architectures, SampledSearch,
                         testing::ValuesIn(test::architecture_names()), test::name_of_architecture);

}  // namespace
}  // namespace regard::search
