#include <functional>
#include <set>
#include <string>
#include <utility>

#include "architecture/registry.h"
#include "engine/engine.h"
#include "engine/random_models.h"
#include "interop/load_model.h"
#include "model/conditional_gru.h"
#include "model/modules.h"
#include "model/rnn_attention.h"
#include "model/rnn_context.h"
#include "support/tiny_model.h"

namespace regard::engine {
namespace {

using model::Positions, model::Readout, model::RnnAttentionScore, model::SourceReading,
    model::TiedEmbeddings, nn::AttentionScore, nn::Norm, ops::CellName, ops::Reset;

struct Case {
  std::string name;
  std::function<std::shared_ptr<model::Seq2SeqModel>()> make;
};

template <class Model>
Case case_of(std::string name, typename Model::Options options,
             const std::function<void(typename Model::Options&)>& change) {
  change(options);
  return {std::move(name), [options] { return random_model<Model>(options); }};
}

Case transformer(const std::string& name,
                 const std::function<void(model::TransformerOptions&)>& change) {
  return case_of<model::Transformer>("transformer_" + name, small(), change);
}

Case rnn_attention(const std::string& name,
                   const std::function<void(model::RnnAttentionOptions&)>& change) {
  model::RnnAttentionOptions options;
  options.embedding_size = 12;
  options.hidden_size = 20;
  options.layers = 2;
  return case_of<model::RnnAttention>("rnn_attention_" + name, options, change);
}

// Nothing bounds the states of relu, or scores with convolutional states: with large weights they
// grow from layer to layer and step to step, and so do rounding errors.
Case with_small(const std::string& part, Case given) {
  const auto make = [part, make = given.make] {
    auto made = make();
    const torch::NoGradGuard no_gradients;
    for (auto& parameter : made->named_parameters()) {
      if (parameter.key().find(part) != std::string::npos) parameter.value().mul_(0.2);
    }
    return made;
  };
  return {given.name, make};
}

Case rnn_context(const std::string& name, const std::function<void(model::RnnOptions&)>& change) {
  model::RnnOptions options;
  options.embedding_size = 12;
  options.hidden_size = 20;
  options.layers = 2;
  return case_of<model::RnnContext>("rnn_context_" + name, options, change);
}

Case conditional_gru(const std::string& name,
                     const std::function<void(model::ConditionalGruOptions&)>& change) {
  model::ConditionalGruOptions options;
  options.embedding_size = 12;
  options.hidden_size = 20;
  return case_of<model::ConditionalGru>("conditional_gru_" + name, options, change);
}

// One case for every option that changes the computation.
std::vector<Case> transformer_cases() {
  return {
      transformer("plain", [](auto&) {}),
      transformer("pre_norm", [](auto& o) { o.norm = Norm::pre; }),
      transformer("bias", [](auto& o) { o.bias = true; }),
      transformer("gelu", [](auto& o) { o.activation = nn::Activation::gelu; }),
      transformer("silu", [](auto& o) { o.activation = nn::Activation::silu; }),
      transformer("half", [](auto& o) { o.positions = Positions::half; }),
      transformer("half_t2t", [](auto& o) { o.positions = Positions::half_t2t; }),
      transformer("learned", [](auto& o) { o.positions = Positions::learned; }),
      transformer("unscaled", [](auto& o) { o.scale_embeddings = false; }),
      transformer("norm_input", [](auto& o) { o.norm_input = true; }),
      transformer("epsilon", [](auto& o) { o.norm_epsilon = 0.1; }),
      transformer("tied_target", [](auto& o) { o.tied_embeddings = TiedEmbeddings::target; }),
      transformer("tied_all", [](auto& o) { o.tied_embeddings = TiedEmbeddings::all; }),
      transformer("widths", [](auto& o) { o.d_k = 7, o.d_v = 5; }),
      transformer("one_head", [](auto& o) { o.heads = 1; }),
      transformer("layers", [](auto& o) { o.encoder_layers = 1, o.decoder_layers = 3; }),
      transformer("wide", [](auto& o) { o.d_model = 64, o.heads = 2, o.ffn_size = 128; }),
      transformer("additive", [](auto& o) { o.attention = AttentionScore::additive; }),
      transformer("ssru", [](auto& o) { o.autoregression = nn::Autoregression::ssru; }),
      transformer("ssru_pre_norm_widths",
                  [](auto& o) {
                    o.autoregression = nn::Autoregression::ssru, o.norm = Norm::pre;
                    o.d_k = 1, o.d_v = 2;
                  }),
      transformer("additive_widths",
                  [](auto& o) {
                    o.attention = AttentionScore::additive, o.d_k = 17, o.d_v = 5, o.bias = true;
                  }),
  };
}

std::vector<Case> rnn_attention_cases() {
  return {
      rnn_attention("gru", [](auto&) {}),
      rnn_attention("gru_reset_before", [](auto& o) { o.reset = Reset::before; }),
      rnn_attention("reset_before_bidirectional",
                    [](auto& o) { o.reset = Reset::before, o.bidirectional = true; }),
      rnn_attention(
          "reset_before_paper_one_layer",
          [](auto& o) { o.reset = Reset::before, o.readout = Readout::paper, o.layers = 1; }),
      rnn_attention(
          "reset_before_convolutional",
          [](auto& o) { o.reset = Reset::before, o.encoder = SourceReading::convolutional; }),
      rnn_attention("lstm", [](auto& o) { o.cell = CellName::lstm; }),
      rnn_attention("rnn", [](auto& o) { o.cell = CellName::rnn; }),
      with_small("weight_hh",
                 rnn_attention("rnn_relu", [](auto& o) { o.cell = CellName::rnn_relu; })),
      rnn_attention("dot", [](auto& o) { o.attention = RnnAttentionScore::dot; }),
      rnn_attention("bidirectional", [](auto& o) { o.bidirectional = true; }),
      rnn_attention("bidirectional_lstm",
                    [](auto& o) { o.bidirectional = true, o.cell = CellName::lstm; }),
      rnn_attention("one_layer", [](auto& o) { o.layers = 1; }),
      rnn_attention(
          "tied_target",
          [](auto& o) { o.tied_embeddings = TiedEmbeddings::target, o.embedding_size = 20; }),
      rnn_attention(
          "tied_all",
          [](auto& o) { o.tied_embeddings = TiedEmbeddings::all, o.embedding_size = 20; }),
      rnn_attention("multi_head", [](auto& o) { o.attention = RnnAttentionScore::multi_head; }),
      rnn_attention("multi_head_bidirectional",
                    [](auto& o) {
                      o.attention = RnnAttentionScore::multi_head, o.heads = 5,
                      o.bidirectional = true;
                    }),
      rnn_attention("paper", [](auto& o) { o.readout = Readout::paper; }),
      rnn_attention("paper_bidirectional_lstm",
                    [](auto& o) {
                      o.readout = Readout::paper, o.bidirectional = true, o.cell = CellName::lstm;
                    }),
      rnn_attention("paper_multi_head_tied",
                    [](auto& o) {
                      o.readout = Readout::paper, o.attention = RnnAttentionScore::multi_head,
                      o.tied_embeddings = TiedEmbeddings::all;
                    }),
      rnn_attention("convolutional", [](auto& o) { o.encoder = SourceReading::convolutional; }),
      rnn_attention("convolutional_lstm",
                    [](auto& o) {
                      o.encoder = SourceReading::convolutional, o.cell = CellName::lstm,
                      o.kernel = 5;
                    }),
      with_small("convolutions", rnn_attention("convolutional_dot",
                                               [](auto& o) {
                                                 o.encoder = SourceReading::convolutional,
                                                 o.attention = RnnAttentionScore::dot, o.kernel = 1;
                                               })),
      rnn_attention("convolutional_paper_tied",
                    [](auto& o) {
                      o.encoder = SourceReading::convolutional, o.readout = Readout::paper,
                      o.tied_embeddings = TiedEmbeddings::all;
                    }),
  };
}

std::vector<Case> rnn_context_cases() {
  return {
      rnn_context("gru", [](auto&) {}),
      rnn_context("gru_reset_before", [](auto& o) { o.reset = Reset::before; }),
      rnn_context("lstm", [](auto& o) { o.cell = CellName::lstm; }),
      rnn_context("rnn_one_layer", [](auto& o) { o.cell = CellName::rnn, o.layers = 1; }),
      rnn_context("bidirectional_lstm",
                  [](auto& o) { o.bidirectional = true, o.cell = CellName::lstm; }),
      rnn_context("tied_all",
                  [](auto& o) { o.tied_embeddings = TiedEmbeddings::all, o.embedding_size = 20; }),
  };
}

std::vector<Case> conditional_gru_cases() {
  return {
      conditional_gru("plain", [](auto&) {}),
      conditional_gru("layer_norm", [](auto& o) { o.layer_norm = true; }),
      conditional_gru("cells",
                      [](auto& o) { o.encoder_cells = 2, o.decoder_cells = 4, o.upper_cells = 2; }),
      conditional_gru(
          "layers", [](auto& o) { o.encoder_layers = 3, o.decoder_layers = 3, o.residual = true; }),
      conditional_gru("alternating_layer_norm",
                      [](auto& o) {
                        o.encoder_layers = o.decoder_layers = 2, o.alternating = true;
                        o.encoder_cells = o.upper_cells = 2, o.layer_norm = true;
                      }),
      conditional_gru("tied_target", [](auto& o) { o.tied_embeddings = TiedEmbeddings::target; }),
      conditional_gru("tied_all", [](auto& o) { o.tied_embeddings = TiedEmbeddings::all; }),
  };
}

// Every row of the registry, with its smallest sizes.
std::vector<Case> registry_cases() {
  std::vector<Case> all;
  for (const auto& row : model::architectures()) {
    all.push_back({"registry_" + row.name, [row] {
                     torch::manual_seed(3);
                     auto made = model::make_seq2seq_model(test::tiny_options(row.name), kVocab,
                                                           kVocab, true);
                     sharpen(*made);
                     return made;
                   }});
  }
  return all;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto& some : {registry_cases(), transformer_cases(), rnn_attention_cases(),
                           rnn_context_cases(), conditional_gru_cases()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

class EngineOfEveryOption : public testing::TestWithParam<Case> {};

TEST_P(EngineOfEveryOption, FindsWhatTheModulesFind) {
  const auto model = GetParam().make();
  const auto engine = engine_of(*model);
  const auto sources = random_sources();
  for (const int64_t beam_size : {1, 5}) {
    const search::BeamSearchOptions options{
        .beam_size = beam_size, .n_best = beam_size, .max_length_extra = 3};
    expect_close(engine.translate(sources, options, {.sentences = 4}),
                 by_modules(*model, sources, options));
  }
}

TEST_P(EngineOfEveryOption, AttendsAsTheModulesDo) {
  const auto model = GetParam().make();
  const auto sources = random_sources();
  const search::BeamSearchOptions options{
      .beam_size = 3, .coverage_penalty = 0.2, .max_length_extra = 3, .keep_attention = true};
  const auto found = engine_of(*model).translate(sources, options, {.sentences = 4});
  const auto expected = by_modules(*model, sources, options);
  expect_close(found, expected);
  for (size_t i = 0; i < sources.size(); ++i) {
    const auto &ours = found[i].front().attention, &theirs = expected[i].front().attention;
    ASSERT_EQ(ours.size(), theirs.size());
    for (size_t token = 0; token < ours.size(); ++token) {
      ASSERT_EQ(ours[token].size(), sources[i].size());
      for (size_t slot = 0; slot < ours[token].size(); ++slot) {
        EXPECT_NEAR(ours[token][slot], theirs[token][slot], kTolerance);
      }
    }
  }
}

/// The weights of a model; records which ones are read.
class NotingWeights final : public Weights {
 public:
  explicit NotingWeights(const torch::nn::Module& model) : all_(model.named_parameters()) {}

  Numbers read(const std::string& name, std::span<const int64_t> shape) const override {
    const auto& weight = all_[name];
    EXPECT_EQ(weight.sizes().vec(), std::vector(shape.begin(), shape.end())) << name;
    names_.insert(name);
    return {std::shared_ptr<const float>(), weight.const_data_ptr<float>()};
  }

  const std::set<std::string>& names() const { return names_; }

 private:
  torch::OrderedDict<std::string, torch::Tensor> all_;
  mutable std::set<std::string> names_;
};

TEST_P(EngineOfEveryOption, ReadsEachWeightOfAModelFile) {
  const auto model = GetParam().make();
  const NotingWeights weights(*model);
  const Engine engine({.options = model::section_of(*model).value(),
                       .source_vocab = kVocab,
                       .target_vocab = kVocab},
                      weights);
  std::set<std::string> names;
  for (const auto& [weight, name] : interop::weight_names(*model)) names.insert(name);
  EXPECT_EQ(weights.names(), names);
  const auto sources = random_sources();
  expect_same_bits(engine.translate(sources, {.beam_size = 2}),
                   engine_of(*model).translate(sources, {.beam_size = 2}));
}

TEST_P(EngineOfEveryOption, FindsTheSameBitsWithAnyNumberOfSentencesAndThreads) {
  const auto model = GetParam().make();
  const auto sources = random_sources();
  for (const auto precision : kPrecisions) {
    const auto engine = engine_of(*model, {.precision = precision});
    for (const int64_t beam_size : {1, 5}) {
      const search::BeamSearchOptions options{.beam_size = beam_size, .max_length_extra = 3};
      const auto expected = engine.translate(sources, options, {.sentences = 1});
      expect_same_bits(engine.translate(sources, options, {.sentences = 7, .threads = 2}),
                       expected);
      expect_same_bits(engine.translate(sources, options, {.sentences = 64}), expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, EngineOfEveryOption, testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace regard::engine
