// What search and training require of every architecture, for each row of the registry in several
// configurations.
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/optim/adam.h>
#include <torch/types.h>
#include <torch/utils.h>

#include "architecture/registry.h"
#include "config/yaml_reader.h"
#include "model/modules.h"
#include "support/golden_tensors.h"

namespace regard::model {
namespace {

constexpr int64_t kVocab = 11;
constexpr double kTolerance = 1e-5;  // float32, with sums in a different order

struct Configuration {
  std::string name;
  std::string options;  // YAML
};

// Prints the name if a test fails.
void PrintTo(const Configuration& configuration, std::ostream* out) {
  *out << configuration.options;
}

// Each architecture with small sizes, and with each option that changes the computation.
std::vector<Configuration> small_configurations() {
  const std::string small_rnn =
      "{type: rnn_attention, embedding_size: 8, hidden_size: 8, layers: 2, dropout: 0.3";
  const std::string small_context =
      "{type: rnn_context, embedding_size: 8, hidden_size: 8, layers: 2, dropout: 0.3";
  const std::string small_transformer =
      "{type: transformer, d_model: 8, heads: 2, ffn_size: 16, encoder_layers: 2, decoder_layers: "
      "2, dropout: 0.3";
  const std::string small_conditional =
      "{type: conditional_gru, embedding_size: 6, hidden_size: 8, dropout: 0.3";
  return {
      {"gru", small_rnn + "}"},
      {"gru_reset_before", small_rnn + ", reset: before}"},
      {"rnn_relu", small_rnn + ", cell: rnn_relu}"},
      {"lstm_bidirectional", small_rnn + ", cell: lstm, bidirectional: true}"},
      {"gru_bidirectional_tied", small_rnn + ", bidirectional: true, tied_embeddings: all}"},
      {"rnn_dot", small_rnn + ", cell: rnn, attention: dot, tied_embeddings: target}"},
      {"gru_multi_head", small_rnn + ", attention: multi_head, heads: 2, bidirectional: true}"},
      {"gru_paper", small_rnn + ", readout: paper, bidirectional: true}"},
      {"lstm_multi_head_paper_tied",
       "{type: rnn_attention, embedding_size: 6, hidden_size: 8, layers: 1, dropout: 0.3, cell: "
       "lstm, attention: multi_head, heads: 4, readout: paper, tied_embeddings: all}"},
      {"convolutional_encoder", small_rnn + ", encoder: convolutional, kernel: 3}"},
      {"convolutional_encoder_lstm_tied",
       "{type: rnn_attention, embedding_size: 6, hidden_size: 8, layers: 1, dropout: 0.3, encoder: "
       "convolutional, kernel: 5, cell: lstm, readout: paper, tied_embeddings: all}"},
      {"context_gru", small_context + "}"},
      {"context_lstm_bidirectional_tied",
       small_context + ", cell: lstm, bidirectional: true, tied_embeddings: all}"},
      {"conditional_gru", small_conditional + "}"},
      {"conditional_gru_norm_tied",
       small_conditional + ", layer_norm: true, decoder_cells: 3, tied_embeddings: all}"},
      {"conditional_gru_deep", small_conditional +
                                   ", encoder_layers: 2, encoder_cells: 2, alternating: true, "
                                   "decoder_layers: 2, upper_cells: 2, residual: true}"},
      {"post_norm", small_transformer + "}"},
      {"pre_norm_tied", small_transformer + ", norm: pre, tied_embeddings: all, bias: true}"},
      {"attention_dropout", small_transformer + ", attention_dropout: 0.2, activation: gelu}"},
      {"learned_positions", small_transformer + ", positions: learned, max_length: 12}"},
      {"additive_heads", small_transformer + ", attention: additive, positions: half}"},
      {"ssru", small_transformer + ", autoregression: ssru}"},
      {"ssru_pre_norm", small_transformer + ", autoregression: ssru, norm: pre}"},
      {"bias_free",
       "{type: transformer, preset: bias_free, d_model: 8, heads: 2, d_k: 3, d_v: 5, ffn_size: 16, "
       "encoder_layers: 2, decoder_layers: 2}"},
  };
}

// Adds the default configurations, so that a new architecture is tested without an edit.
std::vector<Configuration> configurations() {
  auto all = small_configurations();
  for (const auto& row : architectures()) {
    all.push_back({row.name + "_defaults", "{type: " + row.name + "}"});
  }
  return all;
}

class EveryModel : public testing::TestWithParam<Configuration> {
 protected:
  void SetUp() override {
    torch::manual_seed(12);
    const auto section = config::read_yaml(GetParam().options, "test.yaml");
    model_ = make_seq2seq_model(section, kVocab, kVocab, true);
    model_->eval();
    source_ = torch::randint(4, kVocab, {3, 6});
    lengths_ = torch::tensor({6, 3, 1});
    for (int64_t row = 0; row < 3; ++row)
      source_[row].slice(0, lengths_[row].item<int64_t>()).fill_(0);
    target_ = torch::randint(4, kVocab, {3, 5});
    target_.select(1, 0).fill_(2);  // bos
  }

  torch::Tensor logits() const {
    return model_->decode(target_, model_->encode(source_, lengths_));
  }

  // Logits (batch, target, vocab) and attention (batch, target, source), one position at a time;
  // attention is undefined if the architecture has none.
  std::pair<torch::Tensor, torch::Tensor> step_by_step() const {
    const auto memory = model_->encode(source_, lengths_);
    auto state = model_->start(memory);
    std::vector<torch::Tensor> logits, attention;
    for (const auto& previous : target_.unbind(1)) {
      const auto output = model_->step(previous, memory, state, true);
      logits.push_back(output.logits);
      attention.push_back(output.attention);
    }
    return {torch::stack(logits, 1),
            attention.front().defined() ? torch::stack(attention, 1) : torch::Tensor()};
  }

  std::shared_ptr<Seq2SeqModel> model_;
  torch::Tensor source_, lengths_, target_;
};

TEST_P(EveryModel, StepByStepEqualsTeacherForcing) {
  EXPECT_TRUE(test::tensors_near(step_by_step().first, logits(), kTolerance));
}

TEST_P(EveryModel, HasTheSameStatesOfTokensAndGradientsWithoutPadding) {
  const auto target_lengths = torch::tensor({5, 2, 4});
  for (int64_t row = 0; row < 3; ++row)
    target_[row].slice(0, target_lengths[row].item<int64_t>()).fill_(0);
  const auto gradients_of = [&](const torch::Tensor& states) {
    const auto direction = torch::linspace(-1, 1, states.numel()).view_as(states);
    std::vector<torch::Tensor> all{states.detach()};
    for (const auto& gradient : torch::autograd::grad({(states * direction).sum()},
                                                      model_->parameters(), {}, {}, false, true)) {
      all.push_back(gradient.defined() ? gradient : torch::zeros({0}));
    }
    return all;
  };
  const auto padded = model_->decode_states(target_, model_->encode(source_, lengths_));
  const auto expected = gradients_of(
      torch::cat({padded[0].slice(0, 0, 5), padded[1].slice(0, 0, 2), padded[2].slice(0, 0, 4)}));
  const auto actual =
      gradients_of(model_->states_of_tokens(source_, lengths_, target_, target_lengths).states);
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_TRUE(test::tensors_near(actual[i], expected[i], kTolerance)) << i;
}

TEST_P(EveryModel, LetsTheFirstHeadOfEachLayerThatAttendsToTheSourceBeGuided) {
  const auto target_lengths = torch::tensor({5, 5, 5});
  const auto decoded = model_->states_of_tokens(source_, lengths_, target_, target_lengths, true);
  const auto plain = model_->states_of_tokens(source_, lengths_, target_, target_lengths);
  EXPECT_TRUE(plain.guidable.empty());
  EXPECT_TRUE(test::tensors_near(decoded.states, plain.states, kTolerance));
  size_t layer = 0;
  for (const auto& map : model_->attention(source_, lengths_, target_)) {
    if (map.kind != AttentionMap::Kind::cross) continue;
    ASSERT_LT(layer, decoded.guidable.size());
    const auto& guidable = decoded.guidable[layer++];
    EXPECT_TRUE(test::tensors_near(guidable, map.weights.narrow(1, 0, 1), kTolerance));
    EXPECT_TRUE(guidable.requires_grad());
  }
  EXPECT_EQ(layer, decoded.guidable.size());
}

TEST_P(EveryModel, GivesTheSameLogitsWhetherOrNotAttentionIsWanted) {
  const auto memory = model_->encode(source_, lengths_);
  auto with = model_->start(memory), without = model_->start(memory);
  for (const auto& previous : target_.unbind(1)) {
    const auto expected = model_->step(previous, memory, with, true).logits;
    const auto output = model_->step(previous, memory, without);
    EXPECT_FALSE(output.attention.defined());
    EXPECT_TRUE(test::tensors_near(output.logits, expected, kTolerance));
  }
}

TEST_P(EveryModel, AttendsToRealTokensOnlyWithWeightsThatSumToOne) {
  const auto attention = step_by_step().second;
  if (!attention.defined()) GTEST_SKIP() << "the architecture has no attention";
  EXPECT_TRUE(test::tensors_near(attention.sum(-1), torch::ones({3, 5}), kTolerance));
  const auto padding = torch::arange(6).unsqueeze(0) >= lengths_.unsqueeze(1);
  EXPECT_EQ(attention.masked_select(padding.unsqueeze(1)).count_nonzero().item<int64_t>(), 0);
}

TEST_P(EveryModel, ShowsItsAttentionAsWeightsOverRealTokensThatSumToOne) {
  for (const auto& map : model_->attention(source_, lengths_, target_)) {
    ASSERT_EQ(map.weights.dim(), 4);
    const auto sums = map.weights.sum(-1);
    EXPECT_TRUE(test::tensors_near(sums, torch::ones_like(sums), kTolerance));
    if (map.kind == AttentionMap::Kind::decoder) {
      EXPECT_EQ(map.weights.triu(1).count_nonzero().item<int64_t>(), 0);
    } else {
      const auto padding = torch::arange(6).unsqueeze(0) >= lengths_.unsqueeze(1);
      const auto weights = map.weights.masked_select(padding.unsqueeze(1).unsqueeze(1));
      EXPECT_EQ(weights.count_nonzero().item<int64_t>(), 0);
    }
  }
}

TEST_P(EveryModel, ShowsAsItsLastAttentionWhatItsStepsAttendTo) {
  const auto maps = model_->attention(source_, lengths_, target_);
  if (maps.empty()) GTEST_SKIP() << "attends to nothing";
  EXPECT_EQ(maps.back().kind, AttentionMap::Kind::cross);
  const auto mean_of_heads = maps.back().weights.mean(1);
  EXPECT_TRUE(test::tensors_near(mean_of_heads, step_by_step().second, kTolerance));
}

TEST_P(EveryModel, IsNotChangedByPaddingOrByWhatStandsInIt) {
  const auto expected = logits();
  const auto more = torch::full({3, 4}, 7, torch::kLong);
  auto padded = torch::cat({source_, more}, 1);
  padded[1].slice(0, 3).fill_(9);
  const auto actual = model_->decode(target_, model_->encode(padded, lengths_));
  EXPECT_TRUE(test::tensors_near(actual, expected, kTolerance));
}

TEST_P(EveryModel, TreatsEachRowAsIfItWereAlone) {
  const auto together = logits();
  for (int64_t row = 0; row < 3; ++row) {
    const int64_t length = lengths_[row].item<int64_t>();
    const auto memory =
        model_->encode(source_.narrow(0, row, 1).narrow(1, 0, length), lengths_.narrow(0, row, 1));
    EXPECT_TRUE(test::tensors_near(model_->decode(target_.narrow(0, row, 1), memory)[0],
                                   together[row], kTolerance));
  }
}

TEST_P(EveryModel, GoesOnFromSelectedRows) {
  const auto expected = logits();
  const auto memory = model_->encode(source_, lengths_);
  auto state = model_->start(memory);
  const auto steps = target_.unbind(1);
  model_->step(steps[0], memory, state);
  model_->step(steps[1], memory, state);
  const auto rows = torch::tensor({2, 0, 0, 1});
  const auto selected_memory = memory.select(rows);
  auto selected = state.select(rows);
  EXPECT_EQ(selected.position, 2);
  for (size_t i = 2; i < steps.size(); ++i) {
    const auto actual =
        model_->step(steps[i].index_select(0, rows), selected_memory, selected).logits;
    const auto wanted = expected.select(1, static_cast<int64_t>(i)).index_select(0, rows);
    EXPECT_TRUE(test::tensors_near(actual, wanted, kTolerance));
  }
}

TEST_P(EveryModel, StepChangesNothingButTheState) {
  const auto memory = model_->encode(source_, lengths_);
  const auto before = memory.select(torch::arange(3));
  auto first = model_->start(memory), second = model_->start(memory);
  const auto previous = target_.select(1, 0);
  const auto once = model_->step(previous, memory, first).logits;
  EXPECT_TRUE(once.equal(model_->step(previous, memory, second).logits));
  EXPECT_TRUE(memory.states.equal(before.states));
  const auto own = memory.own.tensors(), own_before = before.own.tensors();
  for (size_t i = 0; i < own.size(); ++i) EXPECT_TRUE(own[i].equal(own_before[i]));
}

// The seed makes dropout the same in both passes; its masks have the shape of the whole target.
TEST_P(EveryModel, IsCausalInTrainingAndOutOfIt) {
  for (const bool training : {true, false}) {
    model_->train(training);
    torch::manual_seed(13);
    const auto before = logits();
    target_.slice(1, 3).fill_(5);
    torch::manual_seed(13);
    const auto after = logits();
    EXPECT_TRUE(test::tensors_near(after.slice(1, 0, 3), before.slice(1, 0, 3), kTolerance));
    EXPECT_FALSE(after.slice(1, 3).allclose(before.slice(1, 3)));
    SetUp();
  }
}

TEST_P(EveryModel, TrainingSwitchesDropoutOnAndNothingElse) {
  const auto section = config::read_yaml(GetParam().options, "model");
  const bool has_dropout = find_architecture(section).complete(section).find("dropout") != nullptr;
  model_->train();
  EXPECT_EQ(!logits().allclose(logits()), has_dropout);
  model_->eval();
  EXPECT_TRUE(logits().equal(logits()));
}

TEST_P(EveryModel, SendsGradientsToEveryParameter) {
  model_->train();
  (logits() * torch::randn({3, 5, kVocab})).sum().backward();
  for (const auto& parameter : model_->named_parameters()) {
    ASSERT_TRUE(parameter.value().grad().defined()) << parameter.key();
    // The same number added to every key does not change a softmax: this gradient is 0 except for
    // rounding.
    if (parameter.key().ends_with("W_k.bias")) continue;
    EXPECT_GT(parameter.value().grad().abs().sum().item<double>(), 0.0) << parameter.key();
  }
}

class EverySmallModel : public EveryModel {};

TEST_P(EverySmallModel, LearnsAFewSentencesByHeart) {
  torch::optim::Adam adam(model_->parameters(), torch::optim::AdamOptions(0.01));
  const auto labels = torch::randint(4, kVocab, {3, 5});
  double loss = 0;
  for (int step = 0; step < 100; ++step) {
    adam.zero_grad();
    const auto found = torch::cross_entropy_loss(logits().flatten(0, 1), labels.flatten());
    found.backward();
    adam.step();
    loss = found.item<double>();
  }
  EXPECT_LT(loss, 0.3);  // from log(11) = 2.4
}

std::string name_of_configuration(const testing::TestParamInfo<Configuration>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Configurations, EveryModel, testing::ValuesIn(configurations()),
                         name_of_configuration);
INSTANTIATE_TEST_SUITE_P(Configurations, EverySmallModel, testing::ValuesIn(small_configurations()),
                         name_of_configuration);

}  // namespace
}  // namespace regard::model
