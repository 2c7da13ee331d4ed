#include "scoring/score_text.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>

#include "support/tiny_language_model.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {
namespace {

constexpr double kSinglePrecision = 1e-5;

std::vector<int32_t> tokens(int32_t count, int64_t vocab) {
  std::vector<int32_t> tokens;
  for (int32_t i = 0; i < count; ++i) {
    tokens.push_back(1 + (i * i + 3 * i) % static_cast<int32_t>(vocab - 1));
  }
  return tokens;
}

// The mean negative log-likelihood, one token at a time; the state is reset if `anew` is true.
template <class Anew>
double loss_by_steps(model::LanguageModel& model, const std::vector<int32_t>& text, Anew anew) {
  const torch::NoGradGuard no_grad;
  double sum = 0;
  int64_t previous = text::kEos;
  auto state = model.start(1);
  for (size_t i = 0; i < text.size(); ++i) {
    if (anew(i)) state = model.start(1);
    const auto logits = model.step(torch::tensor({previous}), state);
    sum -= logits.log_softmax(-1)[0][text[i]].item<double>();
    previous = text[i];
  }
  return sum / static_cast<double>(text.size());
}

TEST(ScoreStream, OfARecurrentModelCarriesItsStateThroughTheText) {
  const auto tiny = test::tiny_language_model("rnn_lm");
  const auto text = tokens(50, tiny.tokenizers.target().size());
  const auto score = score_stream(*tiny.model, text, 7);
  const double expected = loss_by_steps(*tiny.model, text, [](size_t) { return false; });
  EXPECT_NEAR(score.loss, expected, kSinglePrecision);
  EXPECT_DOUBLE_EQ(score.perplexity, std::exp(score.loss));
  EXPECT_EQ(score.tokens, 50);
  EXPECT_NEAR(score_stream(*tiny.model, text, 50).loss, expected, kSinglePrecision);
}

TEST(ScoreStream, OfATransformerReadsEachSegmentByItself) {
  const auto tiny = test::tiny_language_model("transformer_lm");
  const auto text = tokens(50, tiny.tokenizers.target().size());
  const double expected = loss_by_steps(*tiny.model, text, [](size_t i) { return i % 7 == 0; });
  EXPECT_NEAR(score_stream(*tiny.model, text, 7).loss, expected, kSinglePrecision);
}

// A model whose predictions ignore the context shows how often each token was counted.
TEST(ScoreStream, CountsEachTokenOfALongTextOnce) {
  const auto tiny = test::tiny_language_model("rnn_lm");
  const int64_t vocab = tiny.tokenizers.target().size();
  const torch::NoGradGuard no_grad;
  const auto parameters = tiny.model->named_parameters();
  parameters["linear.weight"].zero_();
  const auto log_probs = parameters["linear.bias"].log_softmax(0);
  for (const int32_t count : {1, 1023, 3000, 20'001}) {
    const auto text = tokens(count, vocab);
    double sum = 0;
    for (const int32_t token : text) sum -= log_probs[token].item<double>();
    EXPECT_NEAR(score_stream(*tiny.model, text, 100).loss, sum / count, kSinglePrecision) << count;
  }
}

TEST(ScoreStream, OfNothingIsNothing) {
  const auto tiny = test::tiny_language_model();
  EXPECT_EQ(score_stream(*tiny.model, {}, 5).tokens, 0);
}

TEST(ScoreStream, PutsAModelInTrainingBackIntoIt) {
  const auto tiny = test::tiny_language_model();
  const auto text = tokens(20, tiny.tokenizers.target().size());
  const double loss = score_stream(*tiny.model, text, 5).loss;
  tiny.model->train();
  EXPECT_DOUBLE_EQ(score_stream(*tiny.model, text, 5).loss, loss);  // without dropout
  EXPECT_TRUE(tiny.model->is_training());
}

}  // namespace
}  // namespace regard::translate
