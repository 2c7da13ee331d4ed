// Beam search whose tokens are drawn (BeamSearchOptions::sampling).
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "module_search/steps.h"
#include "support/tiny_model.h"
#include "text/tokenizer_pair.h"

namespace regard::search {
namespace {

using Ids = std::vector<int64_t>;
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

  std::vector<Hypothesis> draw(std::span<const Ids> sources, const BeamSearchOptions& options,
                               uint64_t first_seed = 1) {
    std::vector<Request> requests(sources.size());
    for (auto& request : requests) {
      request.random = std::make_shared<const std::mt19937_64>(first_seed++);
    }
    std::vector<Hypothesis> drawn;
    for (auto& n_best : beam_search(Decoders{.models = {tiny_.model.get()}}, sources, options,
                                    {.requests = requests})) {
      drawn.push_back(std::move(n_best.front()));
    }
    return drawn;
  }

  test::TinyModel tiny_ = test::tiny_model(GetParam());
  const std::vector<Ids> sources_ = {{5, 6, 7, kEos}, {8, 9, kEos}};
};

TEST_P(SampledSearch, AtTemperatureZeroIsGreedySearch) {
  auto options = this->options(0.0);
  options.rules = {};  // like beam search
  const auto found = draw(sources_, options);
  for (size_t row = 0; row < found.size(); ++row) {
    const auto greedy = beam_search(*tiny_.model, sources_[row], {.beam_size = 1}).front();
    EXPECT_EQ(found[row].tokens, greedy.tokens);
    EXPECT_NEAR(found[row].log_prob, greedy.log_prob, 1e-3);
  }
}

TEST_P(SampledSearch, LeavesNoWordUnfinished) {
  auto options = this->options(2.0);
  options.whole_words = {
      .end_within_word = [](auto tokens) { return !tokens.empty() && tokens.back() % 2 == 0; },
      .boundaries = {kEos, 5}};
  for (uint64_t seed = 1; seed < 20; ++seed) {
    for (const auto& drawn : draw(sources_, options, seed)) {
      const auto& tokens = drawn.tokens;
      for (size_t i = 1; i < tokens.size(); ++i) {
        EXPECT_FALSE(tokens[i - 1] % 2 == 0 && (tokens[i] == kEos || tokens[i] == 5));
      }
    }
  }
}

TEST_P(SampledSearch, DoesNotDependOnTheOtherRows) {
  const auto both = draw(sources_, options());
  const auto second = draw(std::span(sources_).subspan(1), options(), 2);
  EXPECT_EQ(second.front().tokens, both[1].tokens);
}

TEST_P(SampledSearch, DrawsItsFirstTokenByTheModelsProbabilities) {
  constexpr int64_t kDraws = 4000;
  const std::vector<Ids> copies(kDraws, sources_.front());
  auto options = this->options(2.0);
  options.max_length_ratio = 0.01;
  options.max_length_extra = 1;  // one token each
  std::map<int64_t, int64_t> drawn;
  for (const auto& hypothesis : draw(copies, options)) ++drawn[hypothesis.tokens.front()];

  const torch::InferenceMode inference;
  const auto memory =
      tiny_.model->encode(torch::tensor(sources_.front()).unsqueeze(0), torch::tensor({4L}));
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
  const auto found = draw(sources_, options);
  EXPECT_EQ(found[0].tokens.size(), 18U);
  EXPECT_EQ(found[1].tokens.size(), 16U);
  EXPECT_FALSE(found[0].finished);
}

INSTANTIATE_TEST_SUITE_P(Architectures, SampledSearch,
                         testing::ValuesIn(test::architecture_names()), test::name_of_architecture);

}  // namespace
}  // namespace regard::search
