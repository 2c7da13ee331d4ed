#include "scoring/score_text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tiny_model.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {
namespace {

/// Tolerance for averages of float32 log-probabilities.
constexpr double kTolerance = 1e-4;

class ScoreText : public testing::TestWithParam<std::string> {
 protected:
  TextScore score(std::span<const std::string> sources,
                  std::span<const std::string> targets) const {
    return score_text(*tiny_.model, encode_sources(tiny_.tokenizers, sources),
                      encode_targets(tiny_.tokenizers, targets));
  }

  test::TinyModel tiny_ = test::tiny_model(GetParam());
  std::vector<std::string> sources_ = test::tiny_lines(30);
  std::vector<std::string> targets_ = {sources_.rbegin(), sources_.rend()};
};

TEST_P(ScoreText, IsTheMeanOverTokensWhateverTheBatches) {
  double sum = 0.0;
  int64_t tokens = 0;
  const torch::InferenceMode inference;
  for (size_t line = 0; line < sources_.size(); ++line) {
    const auto source = torch::tensor(tiny_.tokenizers.encode_source(sources_[line])).unsqueeze(0);
    const auto target = torch::tensor(tiny_.tokenizers.encode_target(targets_[line]));
    const auto input = torch::cat({torch::tensor({text::kBos}), target.slice(0, 0, -1)});
    const auto memory = tiny_.model->encode(source, torch::tensor({source.size(1)}));
    const auto log_probs =
        tiny_.model->decode(input.unsqueeze(0), memory).squeeze(0).log_softmax(-1);
    sum -= log_probs.gather(1, target.unsqueeze(1)).sum().item<double>();
    tokens += target.size(0);
  }
  const auto found = score(sources_, targets_);
  EXPECT_EQ(found.tokens, tokens);
  EXPECT_NEAR(found.loss, sum / static_cast<double>(tokens), kTolerance);
  EXPECT_DOUBLE_EQ(found.perplexity, std::exp(found.loss));
}

TEST_P(ScoreText, KeepsToTheTokensOfABatch) {
  const auto batches = [&](int64_t most_tokens) {
    int64_t count = 0;
    const auto found = score_text(
        *tiny_.model, encode_sources(tiny_.tokenizers, sources_),
        encode_targets(tiny_.tokenizers, targets_), [&] { ++count; }, most_tokens);
    EXPECT_NEAR(found.loss, score(sources_, targets_).loss, kTolerance);
    return count;
  };
  EXPECT_EQ(batches(4096), 1);
  EXPECT_EQ(batches(1), 30) << "a line each";
}

TEST_P(ScoreText, OfABlankLineIsThatOfItsEnd) {
  const std::vector<std::string> source = {"the cat"};
  EXPECT_EQ(score(source, std::vector<std::string>{""}).tokens, 1);
}

TEST_P(ScoreText, OfNothingIsNothing) {
  const auto found = score({}, {});
  EXPECT_EQ(found.tokens, 0);
  EXPECT_EQ(found.perplexity, 1.0);
}

INSTANTIATE_TEST_SUITE_P(With, ScoreText, testing::ValuesIn(test::architecture_names()),
                         test::name_of_architecture);

}  // namespace
}  // namespace regard::translate
