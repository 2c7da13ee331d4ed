#include "module_search/steps.h"

#include <gtest/gtest.h>

#include <cmath>

#include "search/tiny_sources.h"
#include "support/tiny_language_model.h"
#include "support/tiny_model.h"
#include "text/tokenizer_pair.h"

namespace regard::search {
namespace {

using text::kBos, text::kEos;

class ShallowFusion : public testing::TestWithParam<std::string> {};

/// A hypothesis scores the sum over its tokens of the model's log P and weight * the language
/// model's log P. The latter is computed here by reading the hypothesis again, after an initial
/// eos.
TEST_P(ShallowFusion, AddsTheLanguageModelsLogProbabilities) {
  constexpr double kWeight = 0.3;
  const auto tiny = test::tiny_model();
  const auto language = test::tiny_language_model(GetParam());
  const test::TinySources sources(tiny.tokenizers, {"the cat sees a dog"});
  const auto found = beam_search(Decoders{.models = {tiny.model.get()},
                                          .language_model = language.model.get(),
                                          .language_weight = kWeight},
                                 sources.tokens, {.beam_size = 4, .n_best = 4})
                         .front();
  const torch::InferenceMode inference;
  ASSERT_EQ(found.size(), 4U);
  for (const auto& hypothesis : found) {
    const auto memory = tiny.model->encode(sources.ids, sources.lengths);
    auto state = tiny.model->start(memory);
    auto language_state = language.model->start(1);
    int64_t previous = kBos, language_previous = kEos;
    double expected = 0.0;
    for (const int64_t token : hypothesis.tokens) {
      const auto logits = tiny.model->step(torch::tensor({previous}), memory, state).logits;
      const auto language_logits =
          language.model->step(torch::tensor({language_previous}), language_state);
      const auto log_prob = [&](const torch::Tensor& all) {
        return all.to(torch::kFloat64).log_softmax(-1)[0][token].item<double>();
      };
      expected += log_prob(logits) + kWeight * log_prob(language_logits);
      previous = language_previous = token;
    }
    EXPECT_NEAR(hypothesis.log_prob, expected, 1e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(With, ShallowFusion,
                         testing::ValuesIn(test::language_architecture_names()),
                         test::name_of_architecture);

TEST(Ensemble, OfOneModelTwiceIsThatModel) {
  const auto tiny = test::tiny_model();
  const test::TinySources sources(tiny.tokenizers, test::tiny_lines(6));
  const auto one = beam_search(Decoders{.models = {tiny.model.get()}}, sources.tokens, {});
  const auto two =
      beam_search(Decoders{.models = {tiny.model.get(), tiny.model.get()}}, sources.tokens, {});
  for (size_t row = 0; row < one.size(); ++row) {
    EXPECT_EQ(two[row].front().tokens, one[row].front().tokens);
    EXPECT_NEAR(two[row].front().log_prob, one[row].front().log_prob, 1e-4);
  }
}

TEST(Ensemble, OfTwoArchitecturesTakesTheMeanOfTheirProbabilities) {
  const auto rnn = test::tiny_model("rnn_attention"), transformer = test::tiny_model("transformer");
  const test::TinySources sources(rnn.tokenizers, {"the cat sees a dog"});
  const auto found = beam_search(Decoders{.models = {rnn.model.get(), transformer.model.get()}},
                                 sources.tokens, {.beam_size = 1})
                         .front()
                         .front();
  const torch::InferenceMode inference;
  double expected = 0.0;
  std::vector<model::Memory> memories;
  std::vector<model::DecoderState> states;
  for (const auto* tiny : {&rnn, &transformer}) {
    memories.push_back(tiny->model->encode(sources.ids, sources.lengths));
    states.push_back(tiny->model->start(memories.back()));
  }
  int64_t previous = kBos;
  for (const int64_t token : found.tokens) {
    torch::Tensor mean;
    size_t i = 0;
    for (const auto* tiny : {&rnn, &transformer}) {
      const auto logits =
          tiny->model->step(torch::tensor({previous}), memories[i], states[i]).logits;
      const auto half = logits.to(torch::kFloat64).softmax(-1)[0] / 2;
      mean = mean.defined() ? mean + half : half;
      ++i;
    }
    mean[0] = mean[kBos] = 0;
    EXPECT_EQ(mean.argmax().item<int64_t>(), token);
    expected += std::log(mean[token].item<double>());
    previous = token;
  }
  EXPECT_NEAR(found.log_prob, expected, 1e-4);
}

}  // namespace
}  // namespace regard::search
