// What training and generation require of every language model: each row of the table of language
// models, in several configurations.
#include "model/language_model.h"

#include <gtest/gtest.h>
#include <torch/cuda.h>
#include <torch/optim/adam.h>
#include <torch/types.h>
#include <torch/utils.h>

#include "architecture/registry.h"
#include "config/yaml_reader.h"
#include "model/modules.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::model {
namespace {

constexpr int64_t kWords = 11;
constexpr double kSinglePrecision = 1e-5;  // float32, with sums in a different order

struct LanguageConfiguration {
  std::string name;
  std::string options;  // YAML
};

void PrintTo(const LanguageConfiguration& configuration, std::ostream* out) {
  *out << configuration.options;
}

std::vector<LanguageConfiguration> small_language_configurations() {
  const std::string rnn = "{type: rnn_lm, embedding_size: 8, hidden_size: 8, dropout: 0.3";
  const std::string transformer =
      "{type: transformer_lm, d_model: 8, heads: 2, ffn_size: 16, layers: 2, dropout: 0.3";
  return {
      {"gru", rnn + ", layers: 2}"},
      {"lstm_tied", rnn + ", cell: lstm, layers: 2, tied: true}"},
      {"rnn_one_hot", rnn + ", cell: rnn, input: one_hot}"},
      {"rnn_relu", rnn + ", cell: rnn_relu}"},
      {"pre_norm", transformer + "}"},
      {"post_norm_tied", transformer + ", norm: post, tied: true, bias: true}"},
      {"attention_dropout", transformer + ", attention_dropout: 0.2, activation: gelu}"},
  };
}

// Adds the default configurations, so that a new architecture is tested without an edit.
std::vector<LanguageConfiguration> language_configurations() {
  auto all = small_language_configurations();
  for (const auto& row : language_architectures()) {
    all.push_back({row.name + "_defaults", "{type: " + row.name + "}"});
  }
  return all;
}

std::shared_ptr<LanguageModel> made(const std::string& options, int64_t vocab = kWords) {
  const auto section = config::read_yaml(options, "test.yaml");
  return make_language_model(section, vocab);
}

class EveryLanguageModel : public testing::TestWithParam<LanguageConfiguration> {
 protected:
  void SetUp() override {
    torch::manual_seed(12);
    model_ = made(GetParam().options);
    model_->eval();
    text_ = torch::randint(0, kWords, {3, 6});
  }

  torch::Tensor logits(const torch::Tensor& text) const {
    auto state = model_->start(text.size(0));
    return model_->logits(text, state);
  }

  std::shared_ptr<LanguageModel> model_;
  torch::Tensor text_;  // (rows, steps)
};

TEST_P(EveryLanguageModel, StepByStepEqualsTheWholeSegment) {
  auto state = model_->start(3);
  std::vector<torch::Tensor> steps;
  for (const auto& previous : text_.unbind(1)) steps.push_back(model_->step(previous, state));
  EXPECT_EQ(state.position, 6);
  EXPECT_TRUE(test::tensors_near(torch::stack(steps, 1), logits(text_), kSinglePrecision));
}

TEST_P(EveryLanguageModel, GoesOnFromTheStateOfASegment) {
  auto state = model_->start(3);
  const auto first = model_->logits(text_.slice(1, 0, 4), state);
  const auto second = model_->logits(text_.slice(1, 4), state);
  EXPECT_TRUE(test::tensors_near(torch::cat({first, second}, 1), logits(text_), kSinglePrecision));
}

TEST_P(EveryLanguageModel, GoesOnFromSelectedRows) {
  auto state = model_->start(3);
  model_->states(text_.slice(1, 0, 4), state);
  const auto rows = torch::tensor({2, 0, 0, 1});
  auto selected = state.select(rows);
  const auto actual = model_->logits(text_.index_select(0, rows).slice(1, 4), selected);
  EXPECT_TRUE(test::tensors_near(actual, logits(text_).index_select(0, rows).slice(1, 4),
                                 kSinglePrecision));
}

TEST_P(EveryLanguageModel, TreatsEachRowAsIfItWereAlone) {
  const auto together = logits(text_);
  for (int64_t row = 0; row < 3; ++row) {
    EXPECT_TRUE(
        test::tensors_near(logits(text_.narrow(0, row, 1))[0], together[row], kSinglePrecision));
  }
}

// Padding after the end of a row changes nothing, bit for bit. The seed makes dropout the same in
// both passes.
TEST_P(EveryLanguageModel, SeesNoLaterTokenInTrainingAndOutOfIt) {
  for (const bool training : {true, false}) {
    model_->train(training);
    auto other = text_.clone();
    other.slice(1, 3) = (other.slice(1, 3) + 1) % kWords;
    torch::manual_seed(13);
    const auto before = logits(text_);
    torch::manual_seed(13);
    const auto after = logits(other);
    EXPECT_TRUE(after.slice(1, 0, 3).equal(before.slice(1, 0, 3)));
    EXPECT_FALSE(after.slice(1, 3).allclose(before.slice(1, 3)));
  }
}

TEST_P(EveryLanguageModel, ChangesNothingButTheStateOfASegment) {
  const auto start = model_->start(3);
  auto first = start, second = start;
  const auto once = model_->logits(text_, first);
  EXPECT_TRUE(model_->logits(text_, second).equal(once));
}

TEST_P(EveryLanguageModel, HasAStateOfFixedSizeIfItIsRecurrent) {
  auto state = model_->start(3);
  const auto numbers = [&] {
    int64_t count = 0;
    for (const auto& tensor : state.own.tensors()) count += tensor.numel();
    return count;
  };
  const auto before = numbers();
  model_->states(text_, state);
  EXPECT_EQ(numbers() == before, model_->is_recurrent());
}

TEST_P(EveryLanguageModel, SendsGradientsToEveryParameter) {
  model_->train();
  (logits(text_) * torch::randn({3, 6, kWords})).sum().backward();
  for (const auto& parameter : model_->named_parameters()) {
    ASSERT_TRUE(parameter.value().grad().defined()) << parameter.key();
    // The same number added to every key does not change a softmax: this gradient is 0 except for
    // rounding.
    if (parameter.key().ends_with("W_k.bias")) continue;
    EXPECT_GT(parameter.value().grad().abs().sum().item<double>(), 0.0) << parameter.key();
  }
}

TEST_P(EveryLanguageModel, GivesTheSameOnAGpu) {
  if (!torch::cuda::is_available()) GTEST_SKIP() << "there is no GPU";
  const auto expected = logits(text_);
  model_->to(torch::kCUDA);
  constexpr double kOtherSums = 1e-4;
  EXPECT_TRUE(test::tensors_near(logits(text_.to(torch::kCUDA)), expected, kOtherSums));
}

class EverySmallLanguageModel : public EveryLanguageModel {};

TEST_P(EverySmallLanguageModel, LearnsATextByHeart) {
  torch::optim::Adam adam(model_->parameters(), torch::optim::AdamOptions(0.02));
  const auto labels = torch::randint(0, kWords, {3, 6});
  double loss = 0;
  for (int step = 0; step < 150; ++step) {
    adam.zero_grad();
    const auto found = torch::cross_entropy_loss(logits(text_).flatten(0, 1), labels.flatten());
    found.backward();
    adam.step();
    loss = found.item<double>();
  }
  EXPECT_LT(loss, 0.5);  // from log(11) = 2.4
}

std::string name_of_language_configuration(
    const testing::TestParamInfo<LanguageConfiguration>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Configurations, EveryLanguageModel,
                         testing::ValuesIn(language_configurations()),
                         name_of_language_configuration);
INSTANTIATE_TEST_SUITE_P(Configurations, EverySmallLanguageModel,
                         testing::ValuesIn(small_language_configurations()),
                         name_of_language_configuration);

class GradientsOfLanguageModel : public testing::TestWithParam<LanguageConfiguration> {};

TEST_P(GradientsOfLanguageModel, AreThoseOfFiniteDifferences) {
  torch::manual_seed(4);
  const auto model = made(GetParam().options, 5);
  const auto text = torch::tensor({{4, 0, 2, 2}, {1, 3, 0, 4}});
  test::expect_gradients_match(*model,
                               [&](const std::vector<torch::Tensor>&) {
                                 auto state = model->start(2);
                                 return model->logits(text, state);
                               },
                               {});
}

const std::vector<LanguageConfiguration> kTiny = {
    {"lstm", "{type: rnn_lm, cell: lstm, embedding_size: 3, hidden_size: 3, dropout: 0}"},
    {"gru_one_hot", "{type: rnn_lm, cell: gru, input: one_hot, hidden_size: 3, dropout: 0}"},
    {"transformer",
     "{type: transformer_lm, d_model: 4, heads: 2, ffn_size: 4, layers: 1, dropout: 0, "
     "activation: gelu}"},
};

INSTANTIATE_TEST_SUITE_P(Configurations, GradientsOfLanguageModel, testing::ValuesIn(kTiny),
                         name_of_language_configuration);

}  // namespace
}  // namespace regard::model
