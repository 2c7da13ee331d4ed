// Changes to a model through its probes, compared with the same changes to its weights.
#include "explain/interventions.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>

#include "config/yaml_reader.h"
#include "explain/walk.h"
#include "model/modules.h"
#include "ops/bodies.h"
#include "support/golden_tensors.h"
#include "support/tiny_model.h"

namespace regard::explain {
namespace {

constexpr int64_t kHeads = 2;
const std::string kSmallTransformer =
    "{type: transformer, d_model: 8, heads: 2, ffn_size: 16, encoder_layers: 2, decoder_layers: 2, "
    "bias: true";
const std::string kSmallRnn = "{type: rnn_attention, embedding_size: 6, hidden_size: 8, layers: 2";

class Changed : public testing::Test {
 protected:
  Changed() : tiny_(test::tiny_model()) {}

  std::shared_ptr<model::Seq2SeqModel> made(const std::string& options) {
    const int64_t vocab = tiny_.tokenizers.source().size();
    auto model = model::make_seq2seq_model(config::read_yaml(options, "model"), vocab, vocab, true);
    const torch::NoGradGuard no_grad;
    auto generator = torch::make_generator<torch::CPUGeneratorImpl>(3);
    for (auto& weight : model->parameters()) weight.normal_(0.0, 0.5, generator);
    model->eval();
    return model;
  }
  Walk walked(const std::shared_ptr<model::Seq2SeqModel>& model,
              const Interventions& interventions = {}, int64_t beam = 3) {
    return walk({"tiny", model, tiny_.tokenizers}, line_, {.beam_size = beam}, interventions);
  }
  static void expect_same(const Walk& walk, const Walk& other) {
    EXPECT_EQ(walk.beam.n_best.front().tokens, other.beam.n_best.front().tokens);
    EXPECT_TRUE(test::tensors_near(walk.logits, other.logits, 1e-6));
  }
  static void expect_differs(const Walk& walk, const Walk& other) {
    const bool has_same_size = walk.logits.sizes() == other.logits.sizes();
    EXPECT_FALSE(has_same_size && (walk.logits - other.logits).abs().max().item<double>() < 2e-5);
  }

  test::TinyModel tiny_;
  std::string line_ = "the cat sees a dog";
};

const Step& step_of(const Walk& walk, const std::string& part, const std::string& title) {
  const auto found = std::ranges::find_if(
      walk.steps, [&](const Step& step) { return step.part == part && step.title == title; });
  return found == walk.steps.end() ? throw std::out_of_range(title) : *found;
}

class HeadsOff : public Changed, public testing::WithParamInterface<HeadName> {};

INSTANTIATE_TEST_SUITE_P(, HeadsOff,
                         testing::Values(HeadName{"encoder", 0, 1}, HeadName{"encoder", 1, 0},
                                         HeadName{"decoder", 1, 1}, HeadName{"cross", 0, 0},
                                         HeadName{"cross", 1, 1}),
                         [](const auto& info) {
                           return str(info.param.attention, '_', info.param.layer, '_',
                                      info.param.head);
                         });

TEST_P(HeadsOff, AreZerosInTheirColumnsOfTheOutputMatrix) {
  const auto& [attention, layer, head] = GetParam();
  const auto model = made(kSmallTransformer + "}"), zeroed = made(kSmallTransformer + "}");
  const auto name = str(attention == "encoder" ? "encoder" : "decoder", ".blks.block", layer, ".",
                        attention == "encoder"   ? "attention"
                        : attention == "decoder" ? "attention1"
                                                 : "attention2",
                        ".W_o.weight");
  const torch::NoGradGuard no_grad;
  auto weight = zeroed->named_parameters()[name];
  const int64_t width = weight.size(1) / kHeads;
  weight.slice(1, head * width, (head + 1) * width).zero_();
  const auto changed = walked(model, {.heads_off = {GetParam()}});
  expect_same(changed, walked(zeroed));
  expect_differs(changed, walked(model));
}

TEST_F(Changed, ScalingOffIsQueriesThatAreLarger) {
  const auto model = made(kSmallTransformer + "}"), larger = made(kSmallTransformer + "}");
  const torch::NoGradGuard no_grad;
  for (auto& weight : larger->named_parameters()) {
    if (weight.key().find("W_q") != std::string::npos) weight.value().mul_(std::sqrt(4.0));
  }
  const auto changed = walked(model, {.scaling = false});
  expect_same(changed, walked(larger));
  expect_differs(changed, walked(model));
}

TEST_F(Changed, PositionsOffAreZeros) {
  const auto options = kSmallTransformer + ", positions: learned}";
  const auto model = made(options), zeroed = made(options);
  const torch::NoGradGuard no_grad;
  for (auto& weight : zeroed->named_parameters()) {
    if (weight.key().find("pos_embedding") != std::string::npos) weight.value().zero_();
  }
  expect_same(walked(model, {.positions = false}), walked(zeroed));
  expect_differs(walked(model, {.positions = false}), walked(model));
}

TEST_F(Changed, WithoutPositionsTheOrderOfTheSourceDoesNotCount) {
  const auto model = made(kSmallTransformer + "}");
  line_ = "cat sees dog";
  const auto walk = walked(model, {.positions = false});
  line_ = "dog cat sees";
  expect_same(walk, walked(model, {.positions = false}));
}

TEST_F(Changed, ResidualOffLeavesTheSublayerAlone) {
  const auto model = made(kSmallTransformer + ", norm: pre}");
  const auto walk = walked(model, {.residual = false});
  for (const std::string part : {"encoder", "decoder"}) {
    const auto& output = step_of(walk, part, "self-attention: W_o").values;
    const auto& sum = step_of(walk, part, "add after self-attention").values;
    ASSERT_EQ(output.size(), sum.size());
    for (size_t layer = 0; layer < sum.size(); ++layer)
      EXPECT_TRUE(test::tensors_near(sum[layer][0], output[layer][0], 1e-6));
  }
  expect_differs(walk, walked(model));
}

TEST_F(Changed, MaskOffLetsPositionsSeeWhatIsWrittenLater) {
  const auto model = made(kSmallTransformer + "}");
  const auto walk = walked(model, {.mask = false});
  const auto& scores = step_of(walk, "decoder", "self-attention: Q Kᵀ / √dₖ").values;
  const auto& weights = step_of(walk, "decoder", "self-attention: softmax").values;
  ASSERT_GT(walk.read.size(), 1u);
  for (size_t layer = 0; layer < weights.size(); ++layer) {
    for (size_t head = 0; head < kHeads; ++head)
      EXPECT_TRUE(test::tensors_near(weights[layer][head], scores[layer][head].softmax(-1), 1e-5));
  }
  EXPECT_GT(weights[0][0][0].slice(0, 1).sum().item<double>(), 0.0);
}

/// Greedy search that reruns the changed model on each prefix.
std::vector<int64_t> greedy(model::Seq2SeqModel& model, const std::vector<int64_t>& source,
                            const Interventions& interventions, size_t most) {
  const torch::NoGradGuard no_grad;
  const ops::PlainBodies plain;
  std::vector<int64_t> read = {2}, written;
  while (written.size() < most && (written.empty() || written.back() != 3)) {
    const ops::Recording recording(
        [&](const ops::Observed& observed) { return interventions.changed(observed); });
    const auto memory = model.encode(torch::tensor(source).unsqueeze(0),
                                     torch::tensor({static_cast<int64_t>(source.size())}));
    auto logits = model.decode(torch::tensor(read).unsqueeze(0), memory)[0][-1];
    logits[0] = logits[2] = -1e9;  // pad and bos are never written
    written.push_back(logits.argmax().item<int64_t>());
    read.push_back(written.back());
  }
  return written;
}

class ChangedSearch : public Changed, public testing::WithParamInterface<Interventions> {};

INSTANTIATE_TEST_SUITE_P(, ChangedSearch,
                         testing::Values(Interventions{}, Interventions{.mask = false},
                                         Interventions{.mask = false, .residual = false},
                                         Interventions{.heads_off = {{"decoder", 0, 0}}},
                                         Interventions{.scaling = false, .positions = false}));

TEST_P(ChangedSearch, WritesWhatTheChangedModelWritesWordByWord) {
  const auto model = made(kSmallTransformer + "}");
  const auto walk = walked(model, GetParam(), 1);
  const auto& tokens = walk.beam.n_best.front().tokens;
  EXPECT_EQ(tokens,
            greedy(*model, tiny_.tokenizers.encode_source(line_), GetParam(), tokens.size()));
}

TEST_F(Changed, TemperatureDividesLogits) {
  const auto model = made(kSmallTransformer + "}");
  const auto walk = walked(model, {.temperature = 2.5});
  const auto expected = (walk.logits / 2.5).log_softmax(-1);
  for (size_t i = 0; i < walk.candidates.size(); ++i) {
    const auto& best = walk.candidates[i].front();
    EXPECT_NEAR(best.log_probability, expected[static_cast<int64_t>(i)][best.id].item<double>(),
                1e-5);
  }
  double sum = 0;
  for (const double log_p : walk.log_probabilities) sum += log_p;
  EXPECT_NEAR(walk.beam.n_best.front().log_prob, sum, 1e-3);
}

TEST_F(Changed, TranslationsStartWithTheForcedTokens) {
  const auto model = made(kSmallTransformer + "}");
  const auto free = walked(model).beam.n_best.front().tokens;
  const int64_t other = free[0] == 5 ? 6 : 5;
  const auto forced = walked(model, {.prefix = {other, 7}});
  const auto& tokens = forced.beam.n_best.front().tokens;
  ASSERT_GE(tokens.size(), 2u);
  EXPECT_EQ(tokens[0], other);
  EXPECT_EQ(tokens[1], 7);
  const auto expected = search::beam_search(*model, tiny_.tokenizers.encode_source(line_),
                                            {.beam_size = 3}, {.prefix = {other, 7}});
  EXPECT_EQ(tokens, expected.front().tokens);
}

TEST_F(Changed, AttentionOfARecurrentDecoderIsOneHead) {
  const auto model = made(kSmallRnn + "}");
  const auto walk = walked(model, {.heads_off = {{"cross", 0, 0}}});
  EXPECT_EQ(step_of(walk, "decoder", "context c").values[0][0].abs().max().item<double>(), 0.0);
  expect_differs(walk, walked(model));
  EXPECT_TRUE(walk.switches.empty());
}

TEST_F(Changed, NamesTheSwitchesOfAModel) {
  const auto walk = walked(made(kSmallTransformer + "}"));
  EXPECT_EQ(walk.switches, (std::vector<std::string>{"mask", "scaling", "residual", "positions"}));
  EXPECT_EQ(walked(made(kSmallTransformer + ", attention: additive}")).switches,
            (std::vector<std::string>{"mask", "residual", "positions"}));
}

}  // namespace
}  // namespace regard::explain
