#include "model/rnn_attention.h"

#include <torch/utils.h>

#include <cmath>

#include "model/golden_rnn.h"
#include "nn/mask.h"
#include "support/golden_tensors.h"
#include "support/recurrent_states.h"

namespace regard::model {
namespace {

TEST(RnnDecoder, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("bahdanau_decoder")) {
    SCOPED_TRACE(golden.name());
    const auto states = golden.input("enc_outputs"), hidden = golden.input("hidden_state");
    auto options = options_of<RnnAttentionOptions>(golden);
    options.attention =
        parse_name<RnnAttentionScore>(golden.option<std::string>("score", "additive")).value();
    RnnDecoder decoder(options, golden.option<int64_t>("vocab_size"), states.size(2));
    golden.load_weights(*decoder);
    torch::Tensor mask;
    const auto lengths = golden.input("enc_valid_lens");
    if (lengths.defined()) mask = nn::length_mask(lengths, states.size(1)).unsqueeze(1);
    const auto memory = decoder->project_memory(states, mask);
    const auto first = test::state_from(hidden, golden.input("cell_state"));
    const auto output = decoder(golden.input("X"), memory, first, true);
    golden.expect_output("output", decoder->dense(output.states));
    golden.expect_output("attention_weights", output.attention.squeeze(1));
    golden.expect_output("hidden_state", test::hidden_of(output.last));
    if (golden.has("outputs.cell_state"))
      golden.expect_output("cell_state", test::cells_of(output.last));
    golden.expect_gradients(decoder.get());
  }
}

// A decoder of one RNN layer computed from its equations: one sentence, step, head and source
// position at a time, in float64.
class PlainDecoder {
 public:
  PlainDecoder(const RnnAttention& model, const RnnAttentionOptions& options) : options_(options) {
    for (const auto& weight : model.decoder->named_parameters())
      weights_[weight.key()] = weight.value();
  }

  // memory: a row for each token; target (steps). Logits (steps, vocab), attention (steps, source).
  std::pair<torch::Tensor, torch::Tensor> decode(const std::vector<torch::Tensor>& memory,
                                                 const torch::Tensor& target, torch::Tensor state) {
    std::vector<torch::Tensor> logits, maps;
    for (const auto& previous : target.unbind(0)) {
      const auto embedded = weight("embedding.weight")[previous.item<int64_t>()];
      const auto [context, weights] = attend(state, memory);
      const auto next =
          (times("rnn.weight_ih_l0", torch::cat({context, embedded})) + weight("rnn.bias_ih_l0") +
           times("rnn.weight_hh_l0", state) + weight("rnn.bias_hh_l0"))
              .tanh();
      const auto read =
          options_.readout == Readout::book ? next : readout(state, embedded, context);
      logits.push_back(times("dense.weight", read) + weight("dense.bias"));
      maps.push_back(weights);
      state = next;
    }
    return {torch::stack(logits), torch::stack(maps)};
  }

 private:
  torch::Tensor weight(const std::string& name) const { return weights_.at(name); }
  torch::Tensor times(const std::string& name, const torch::Tensor& x) const {
    return weight(name).mv(x);
  }

  torch::Tensor readout(const torch::Tensor& state, const torch::Tensor& embedded,
                        const torch::Tensor& context) const {
    const auto sum = times("readout.U_o.weight", state) + weight("readout.U_o.bias") +
                     times("readout.V_o.weight", embedded) + times("readout.C_o.weight", context);
    std::vector<torch::Tensor> numbers;
    for (int64_t j = 0; j < sum.size(0); j += 2)
      numbers.push_back(torch::maximum(sum[j], sum[j + 1]));
    return torch::stack(numbers);
  }

  // Context and weights; with several heads, their mean weights.
  std::pair<torch::Tensor, torch::Tensor> attend(const torch::Tensor& query,
                                                 const std::vector<torch::Tensor>& memory) const {
    std::vector<torch::Tensor> contexts, maps;
    const int64_t heads = options_.attention == RnnAttentionScore::multi_head ? options_.heads : 1;
    for (int64_t head = 0; head < heads; ++head) {
      const auto slice = [&](const torch::Tensor& x) { return x.chunk(heads)[head]; };
      std::vector<torch::Tensor> scores, values;
      for (const auto& state : memory) {
        if (options_.attention == RnnAttentionScore::additive) {
          const auto features =
              (times("attention.W_q.weight", query) + times("attention.W_k.weight", state)).tanh();
          scores.push_back(times("attention.w_v.weight", features)[0]);
          values.push_back(state);
        } else if (options_.attention == RnnAttentionScore::dot) {
          scores.push_back(query.dot(state) / std::sqrt(static_cast<double>(query.size(0))));
          values.push_back(state);
        } else {
          const auto q = slice(times("attention.W_q.weight", query));
          const auto k = slice(times("attention.W_k.weight", state));
          scores.push_back(q.dot(k) / std::sqrt(static_cast<double>(q.size(0))));
          values.push_back(slice(times("attention.W_v.weight", state)));
        }
      }
      auto sum = torch::zeros({}, torch::kDouble);
      for (const auto& score : scores) sum = sum + score.exp();
      auto context = torch::zeros_like(values.front());
      std::vector<torch::Tensor> weights;
      for (size_t i = 0; i < memory.size(); ++i) {
        weights.push_back(scores[i].exp() / sum);
        context = context + weights.back() * values[i];
      }
      contexts.push_back(context);
      maps.push_back(torch::stack(weights));
    }
    auto context = torch::cat(contexts);
    if (options_.attention == RnnAttentionScore::multi_head)
      context = times("attention.W_o.weight", context);
    return {context, torch::stack(maps).mean(0)};
  }

  RnnAttentionOptions options_;
  std::map<std::string, torch::Tensor> weights_;
};

// In training, two passes differ only in their dropout.
class RnnAttentionDropout
    : public testing::TestWithParam<config::AutoDouble RnnAttentionOptions::*> {};

TEST_P(RnnAttentionDropout, IsSetByItself) {
  RnnAttentionOptions options;
  options.embedding_size = options.hidden_size = 8;
  options.dropout = 0.5;
  options.embedding_dropout = options.layer_dropout = options.attention_dropout =
      options.readout_dropout = {0.0};
  const auto source = torch::randint(4, 9, {3, 5}), target = torch::randint(4, 9, {3, 4}),
             lengths = torch::full({3}, 5);
  const auto passes_differ = [&] {
    torch::manual_seed(1);
    RnnAttention model(options, 9, 9, true);
    const auto pass = [&] { return model.decode_states(target, model.encode(source, lengths)); };
    return !pass().equal(pass());
  };
  EXPECT_FALSE(passes_differ());
  options.*GetParam() = {0.5};
  EXPECT_TRUE(passes_differ());
}

using DropoutOption = config::AutoDouble RnnAttentionOptions::*;
constexpr DropoutOption kEmbedding = &RnnAttentionOptions::embedding_dropout;
constexpr DropoutOption kLayer = &RnnAttentionOptions::layer_dropout;
constexpr DropoutOption kAttention = &RnnAttentionOptions::attention_dropout;
constexpr DropoutOption kReadout = &RnnAttentionOptions::readout_dropout;

INSTANTIATE_TEST_SUITE_P(Of, RnnAttentionDropout,
                         testing::Values(kEmbedding, kLayer, kAttention, kReadout));

using Variant = std::tuple<RnnAttentionScore, Readout>;

class RnnAttentionVariant : public testing::TestWithParam<Variant> {};

TEST_P(RnnAttentionVariant, IsItsEquations) {
  constexpr double kRounding = 1e-10;
  torch::manual_seed(3);
  RnnAttentionOptions options;
  options.cell = ops::CellName::rnn;
  options.embedding_size = 6;
  options.hidden_size = 8;
  options.layers = 1;
  std::tie(options.attention, options.readout) = GetParam();
  options.heads = 2;
  const torch::NoGradGuard no_grad;
  RnnAttention model(options, 9, 10, false);
  model.eval();
  model.to(torch::kDouble);
  for (auto& weight : model.parameters()) weight.normal_(0.0, 0.5);
  const auto source = torch::randint(4, 9, {3, 5}), target = torch::randint(4, 10, {3, 4});
  const auto lengths = torch::tensor({2, 5, 1});

  const auto memory = model.encode(source, lengths);
  const auto logits = model.decode(target, memory);
  auto state = model.start(memory);
  std::vector<torch::Tensor> maps;
  for (const auto& previous : target.unbind(1))
    maps.push_back(model.step(previous, memory, state, true).attention);
  const auto attention = torch::stack(maps, 1);

  PlainDecoder plain(model, options);
  const auto first = model.start(memory).own.tensors().front();
  for (int64_t row = 0; row < 3; ++row) {
    const int64_t length = lengths[row].item<int64_t>();
    const auto states = memory.states[row].slice(0, 0, length).unbind(0);
    const auto [expected, weights] = plain.decode(states, target[row], first[row]);
    EXPECT_TRUE(test::tensors_near(logits[row], expected, kRounding));
    EXPECT_TRUE(test::tensors_near(attention[row].slice(1, 0, length), weights, kRounding));
  }
}

INSTANTIATE_TEST_SUITE_P(Of, RnnAttentionVariant,
                         testing::Combine(testing::Values(RnnAttentionScore::additive,
                                                          RnnAttentionScore::dot,
                                                          RnnAttentionScore::multi_head),
                                          testing::Values(Readout::book, Readout::paper)),
                         [](const auto& info) {
                           return name_of(std::get<0>(info.param)) + "_" +
                                  name_of(std::get<1>(info.param));
                         });

// With the paper's readout, the output layer reads embedding_size numbers, regardless of the size
// of the states.
TEST(RnnAttention, WithThePapersReadoutTiesEmbeddingsOfAnySize) {
  RnnAttentionOptions options;
  options.embedding_size = 6;
  options.hidden_size = 8;
  options.readout = Readout::paper;
  options.tied_embeddings = TiedEmbeddings::all;
  RnnAttention model(options, 9, 9, true);
  const auto parameters = model.named_parameters();
  EXPECT_EQ(parameters["decoder.embedding.weight"].sizes(), (std::vector<int64_t>{9, 6}));
  EXPECT_FALSE(parameters.contains("decoder.dense.weight"));
  EXPECT_FALSE(parameters.contains("encoder.embedding.weight"));
  const auto source = torch::tensor({{4, 5, 3}});
  const auto logits = model.decode(source, model.encode(source, torch::tensor({3})));
  EXPECT_EQ(logits.sizes(), (std::vector<int64_t>{1, 3, 9}));
}

TEST(RnnAttention, HasTheBooksLogitsAndGradients) {
  for (auto& golden : test::tensor_cases("seq2seq_bahdanau")) {
    SCOPED_TRACE(golden.name());
    const auto model = load<RnnAttention>(golden);
    golden.expect_output("output", model->decode(golden.input("tgt"), encode(*model, golden)));
    golden.expect_gradients(model.get());
  }
}

TEST(RnnAttention, HasTheBooksAttentionAndStateStepByStep) {
  for (auto& golden : test::tensor_cases("seq2seq_bahdanau")) {
    SCOPED_TRACE(golden.name());
    const auto model = load<RnnAttention>(golden);
    const auto memory = encode(*model, golden);
    auto state = model->start(memory);
    std::vector<torch::Tensor> maps;
    for (const auto& previous : golden.input("tgt").unbind(1)) {
      maps.push_back(model->step(previous, memory, state, true).attention);
    }
    golden.expect_output("attention_weights", torch::stack(maps, 1));
    golden.expect_output("hidden_state", test::hidden_of(state.own.as<RnnState>().layers));
  }
}

TEST(RnnAttention, TranslatesGreedilyToTheBooksTokens) {
  for (auto& golden : test::tensor_cases("seq2seq_bahdanau")) {
    SCOPED_TRACE(golden.name());
    const auto model = load<RnnAttention>(golden);
    golden.expect_output("greedy_ids", greedy_ids(*model, encode(*model, golden), golden));
  }
}

}  // namespace
}  // namespace regard::model
