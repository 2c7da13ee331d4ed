#include "regard/engine/engine.h"

#include <gtest/gtest.h>
#include <torch/types.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "regard/config/yaml_reader.h"
#include "regard/model/registry.h"
#include "regard/model/rnn_attention.h"
#include "regard/model/rnn_context.h"
#include "regard/model/transformer.h"
#include "regard/nn/shapes_only.h"
#include "regard/search/beam_search.h"
#include "support/base/thrown_error.h"
#include "support/golden_tensors.h"

namespace regard::engine {
namespace {

using Tokens = std::vector<int64_t>;
using Found = std::vector<std::vector<search::Hypothesis>>;

constexpr int64_t kVocab = 45;
constexpr Precision kPrecisions[] = {Precision::float32, Precision::bf16, Precision::int8};

/// Weights are random but large, so that the model is sure of what it says.
template <class Model>
std::shared_ptr<Model> random_model(const typename Model::Options& options, uint64_t seed = 3) {
  torch::manual_seed(seed);
  auto made = std::make_shared<Model>(options, kVocab, kVocab, true);
  const torch::NoGradGuard no_gradients;
  for (auto& parameter : made->parameters()) {
    if (parameter.dim() > 1) {
      parameter.mul_(2);
    } else {
      parameter.add_(torch::randn_like(parameter), 0.3);
    }
  }
  made->eval();
  return made;
}

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

model::TransformerOptions small() {
  model::TransformerOptions options;
  options.d_model = 12;
  options.heads = 3;
  options.ffn_size = 20;
  options.encoder_layers = options.decoder_layers = 2;
  options.max_length = 40;
  return options;
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

// Nothing bounds the states of relu: with large weights they grow from step to step, and rounding
// errors with them.
Case with_small_recurrent_weights(Case given) {
  const auto make = [make = given.make] {
    auto made = make();
    const torch::NoGradGuard no_gradients;
    for (auto& parameter : made->named_parameters()) {
      if (parameter.key().find("weight_hh") != std::string::npos) parameter.value().mul_(0.2);
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

// Every option that changes what is computed.
const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      transformer("plain", [](auto&) {}),
      transformer("pre_norm", [](auto& o) { o.norm = "pre"; }),
      transformer("bias", [](auto& o) { o.bias = true; }),
      transformer("gelu", [](auto& o) { o.activation = "gelu"; }),
      transformer("silu", [](auto& o) { o.activation = "silu"; }),
      transformer("half", [](auto& o) { o.positions = "half"; }),
      transformer("half_t2t", [](auto& o) { o.positions = "half_t2t"; }),
      transformer("learned", [](auto& o) { o.positions = "learned"; }),
      transformer("unscaled", [](auto& o) { o.scale_embeddings = false; }),
      transformer("norm_input", [](auto& o) { o.norm_input = true; }),
      transformer("epsilon", [](auto& o) { o.norm_epsilon = 0.1; }),
      transformer("tied_target", [](auto& o) { o.tied_embeddings = "target"; }),
      transformer("tied_all", [](auto& o) { o.tied_embeddings = "all"; }),
      transformer("widths", [](auto& o) { o.d_k = 7, o.d_v = 5; }),
      transformer("one_head", [](auto& o) { o.heads = 1; }),
      transformer("layers", [](auto& o) { o.encoder_layers = 1, o.decoder_layers = 3; }),
      transformer("wide", [](auto& o) { o.d_model = 64, o.heads = 2, o.ffn_size = 128; }),
      transformer("additive", [](auto& o) { o.attention = "additive"; }),
      transformer("additive_widths",
                  [](auto& o) { o.attention = "additive", o.d_k = 17, o.d_v = 5, o.bias = true; }),

      rnn_attention("gru", [](auto&) {}),
      rnn_attention("lstm", [](auto& o) { o.cell = "lstm"; }),
      rnn_attention("rnn", [](auto& o) { o.cell = "rnn"; }),
      with_small_recurrent_weights(rnn_attention("rnn_relu", [](auto& o) { o.cell = "rnn_relu"; })),
      rnn_attention("dot", [](auto& o) { o.attention = "dot"; }),
      rnn_attention("bidirectional", [](auto& o) { o.bidirectional = true; }),
      rnn_attention("bidirectional_lstm", [](auto& o) { o.bidirectional = true, o.cell = "lstm"; }),
      rnn_attention("one_layer", [](auto& o) { o.layers = 1; }),
      rnn_attention("tied_target",
                    [](auto& o) { o.tied_embeddings = "target", o.embedding_size = 20; }),
      rnn_attention("tied_all", [](auto& o) { o.tied_embeddings = "all", o.embedding_size = 20; }),
      rnn_attention("multi_head", [](auto& o) { o.attention = "multi_head"; }),
      rnn_attention(
          "multi_head_bidirectional",
          [](auto& o) { o.attention = "multi_head", o.heads = 5, o.bidirectional = true; }),
      rnn_attention("paper", [](auto& o) { o.readout = "paper"; }),
      rnn_attention("paper_bidirectional_lstm",
                    [](auto& o) { o.readout = "paper", o.bidirectional = true, o.cell = "lstm"; }),
      rnn_attention("paper_multi_head_tied",
                    [](auto& o) {
                      o.readout = "paper", o.attention = "multi_head", o.tied_embeddings = "all";
                    }),
      rnn_attention("convolutional", [](auto& o) { o.encoder = "convolutional"; }),
      rnn_attention("convolutional_lstm",
                    [](auto& o) { o.encoder = "convolutional", o.cell = "lstm", o.kernel = 5; }),
      rnn_attention(
          "convolutional_dot",
          [](auto& o) { o.encoder = "convolutional", o.attention = "dot", o.kernel = 1; }),
      rnn_attention("convolutional_paper_tied",
                    [](auto& o) {
                      o.encoder = "convolutional", o.readout = "paper", o.tied_embeddings = "all";
                    }),

      rnn_context("gru", [](auto&) {}),
      rnn_context("lstm", [](auto& o) { o.cell = "lstm"; }),
      rnn_context("rnn_one_layer", [](auto& o) { o.cell = "rnn", o.layers = 1; }),
      rnn_context("bidirectional_lstm", [](auto& o) { o.bidirectional = true, o.cell = "lstm"; }),
      rnn_context("tied_all", [](auto& o) { o.tied_embeddings = "all", o.embedding_size = 20; }),
  };
  return all;
}

std::vector<Tokens> random_sources(size_t count = 9) {
  std::mt19937 random(8);
  std::vector<Tokens> sources(count);
  for (auto& source : sources) {
    for (auto length = random() % 11; length > 0; --length) {
      source.push_back(4 + static_cast<int64_t>(random() % (kVocab - 4)));
    }
    source.push_back(3);
  }
  return sources;
}

/// What the modules find, a sentence at a time.
Found by_modules(model::Seq2SeqModel& model, const std::vector<Tokens>& sources,
                 const search::BeamSearchOptions& options) {
  Found found;
  for (const auto& source : sources) {
    const auto length = static_cast<int64_t>(source.size());
    found.push_back(search::beam_search(model, torch::tensor(source).unsqueeze(0),
                                        torch::tensor({length}), options)
                        .front());
  }
  return found;
}

// Log-probabilities of float32 sums over some dozens of tokens.
constexpr double kTolerance = 1e-4;

void expect_close(const Found& found, const Found& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].size(), expected[i].size()) << "sentence " << i;
    for (size_t rank = 0; rank < found[i].size(); ++rank) {
      SCOPED_TRACE("sentence " + std::to_string(i) + ", rank " + std::to_string(rank));
      const auto &ours = found[i][rank], &theirs = expected[i][rank];
      EXPECT_EQ(ours.tokens, theirs.tokens);
      EXPECT_EQ(ours.finished, theirs.finished);
      EXPECT_NEAR(ours.log_prob, theirs.log_prob, kTolerance * std::max(1.0, -theirs.log_prob));
      EXPECT_NEAR(ours.score, theirs.score, kTolerance * std::max(1.0, -theirs.score));
    }
  }
}

void expect_same_bits(const Found& found, const Found& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].size(), expected[i].size());
    for (size_t rank = 0; rank < found[i].size(); ++rank) {
      EXPECT_EQ(found[i][rank].tokens, expected[i][rank].tokens);
      EXPECT_EQ(found[i][rank].log_prob, expected[i][rank].log_prob);
    }
  }
}

class EngineOfEveryOption : public testing::TestWithParam<Case> {};

TEST_P(EngineOfEveryOption, FindsWhatTheModulesFind) {
  const auto model = GetParam().make();
  ASSERT_TRUE(Engine::supports(*model));
  const Engine engine(*model);
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
  const auto found = Engine(*model).translate(sources, options, {.sentences = 4});
  const auto expected = by_modules(*model, sources, options);
  expect_close(found, expected);
  for (size_t i = 0; i < sources.size(); ++i) {
    const auto &ours = found[i].front().attention, &theirs = expected[i].front().attention;
    ASSERT_EQ(ours.size(), theirs.size());
    for (size_t token = 0; token < ours.size(); ++token) {
      ASSERT_EQ(ours[token].size(), sources[i].size());
      for (size_t place = 0; place < ours[token].size(); ++place) {
        EXPECT_NEAR(ours[token][place], theirs[token][place], kTolerance);
      }
    }
  }
}

TEST_P(EngineOfEveryOption, NeedsShapesAndTheNumbersThatItAsksForOnly) {
  const auto model = GetParam().make();
  const auto outline = [] {
    const nn::ShapesOnly shapes_only;
    return GetParam().make();
  }();
  const auto shapes = outline->parameters(), numbers = model->parameters();
  const Engine engine(*outline, {}, [&](const torch::Tensor& shape) {
    const auto place = std::ranges::find_if(
        shapes, [&](const torch::Tensor& other) { return other.is_same(shape); });
    return numbers.at(static_cast<size_t>(place - shapes.begin()));
  });
  const auto sources = random_sources();
  expect_same_bits(engine.translate(sources, {.beam_size = 2}),
                   Engine(*model).translate(sources, {.beam_size = 2}));
}

TEST_P(EngineOfEveryOption, FindsTheSameBitsWithAnyNumberOfSentencesAndThreads) {
  const auto model = GetParam().make();
  const auto sources = random_sources();
  for (const auto precision : kPrecisions) {
    const Engine engine(*model, {.precision = precision});
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

TEST(Engine, SupportsEveryArchitectureOfTheRegistry) {
  for (const auto& row : model::architectures()) {
    const auto section = config::read_yaml("{type: " + row.name + "}", "test.yaml");
    EXPECT_TRUE(Engine::supports(*row.make(section, kVocab, kVocab, true))) << row.name;
  }
}

class EngineTest : public testing::Test {
 protected:
  std::shared_ptr<model::Transformer> model_ = random_model<model::Transformer>(small());
  std::vector<Tokens> sources_ = random_sources(20);
  search::BeamSearchOptions options_{.beam_size = 3, .n_best = 3};
};

// Large enough for several panels and chunks, and for a team to share its products.
class LargerEngineTest : public EngineTest {
 protected:
  void SetUp() override {
    auto options = small();
    options.d_model = 96;
    options.ffn_size = 400;
    options.encoder_layers = options.decoder_layers = 1;
    torch::manual_seed(4);
    model_ = std::make_shared<model::Transformer>(options, kVocab, 1300, false);
    model_->eval();
  }
};

TEST_F(LargerEngineTest, FindsWhatTheModulesFind) {
  expect_close(Engine(*model_).translate(sources_, options_),
               by_modules(*model_, sources_, options_));
}

TEST_F(LargerEngineTest, FindsTheSameBitsWithAnyNumberOfSentencesAndThreads) {
  for (const auto precision : kPrecisions) {
    const Engine engine(*model_, {.precision = precision});
    Found expected;
    for (const auto& source : sources_) {
      expected.push_back(engine.translate(std::span(&source, 1), options_).front());
    }
    for (const int64_t sentences : {1, 7, 64}) {
      for (const int64_t threads : {1, 2}) {
        SCOPED_TRACE(std::to_string(sentences) + " sentences, " + std::to_string(threads) +
                     " threads");
        expect_same_bits(
            engine.translate(sources_, options_, {.sentences = sentences, .threads = threads}),
            expected);
      }
    }
  }
}

/// For each source some tokens of its own.
std::vector<int32_t> some_tokens(std::span<const int64_t> source, int32_t vocab) {
  std::vector<int32_t> tokens = {0, 1, 2, 3};
  const auto step = 3 + static_cast<int32_t>(source.front() % 5);
  for (int32_t token = 4 + step; token < vocab; token += step) tokens.push_back(token);
  return tokens;
}

TEST_F(LargerEngineTest, FindsTheSameBitsWithAVocabularyOfAllTokens) {
  const auto all = [](std::span<const int64_t>) {
    std::vector<int32_t> tokens(1300);
    std::iota(tokens.begin(), tokens.end(), 0);
    return tokens;
  };
  for (const auto precision : kPrecisions) {
    const auto expected = Engine(*model_, {.precision = precision}).translate(sources_, options_);
    expect_same_bits(
        Engine(*model_, {.precision = precision, .vocabulary = all}).translate(sources_, options_),
        expected);
  }
}

TEST_F(LargerEngineTest, FindsTheSameBitsWithVocabulariesWhateverStandsBeside) {
  const auto some = [](std::span<const int64_t> source) { return some_tokens(source, 1300); };
  for (const auto precision : kPrecisions) {
    const Engine engine(*model_, {.precision = precision, .vocabulary = some});
    Found expected;
    for (const auto& source : sources_) {
      expected.push_back(engine.translate(std::span(&source, 1), options_).front());
    }
    for (const int64_t sentences : {7, 64}) {
      expect_same_bits(engine.translate(sources_, options_, {.sentences = sentences, .threads = 2}),
                       expected);
    }
  }
}

// Where no other token can come, for its logit is too low.
TEST_F(LargerEngineTest, SearchesAmongTheTokensOfAVocabularyAsIfThereWereNoOthers) {
  const auto tokens = some_tokens(std::vector<int64_t>{7}, 1300);
  const Engine engine(*model_, {.vocabulary = [&](std::span<const int64_t>) { return tokens; }});
  const auto found = engine.translate(sources_, options_);
  {
    const torch::NoGradGuard no_gradients;
    auto& bias = model_->decoder->dense->bias;
    const auto kept = bias.clone();
    bias.fill_(-1e6);
    for (const int32_t token : tokens) bias[token] = kept[token];
  }
  expect_close(found, by_modules(*model_, sources_, options_));
}

/// The largest difference of the log-probability of a token, on average over a translation, of
/// translations that are the same. They are short, so that most are.
double largest_difference(model::Seq2SeqModel& model, const std::vector<Tokens>& sources,
                          Precision precision) {
  const search::BeamSearchOptions options{
      .beam_size = 1, .max_length_ratio = 0.0, .max_length_extra = 4};
  const auto exact = Engine(model).translate(sources, options);
  const auto rounded = Engine(model, {.precision = precision}).translate(sources, options);
  double largest = 0.0;
  size_t same = 0;
  for (size_t i = 0; i < exact.size(); ++i) {
    const auto &one = exact[i].front(), &other = rounded[i].front();
    if (one.tokens != other.tokens) continue;
    ++same;
    largest = std::max(
        largest, std::abs(one.log_prob - other.log_prob) / static_cast<double>(one.tokens.size()));
  }
  EXPECT_GT(same, exact.size() / 2);
  return largest;
}

// bf16 keeps 8 bits of a number, int8 7 of the largest one.
TEST_F(LargerEngineTest, StaysCloseToFloat32InLessThanThat) {
  const double in_bf16 = largest_difference(*model_, sources_, Precision::bf16);
  const double in_int8 = largest_difference(*model_, sources_, Precision::int8);
  EXPECT_GT(in_bf16, 0.0);
  EXPECT_LT(in_bf16, 0.01);
  EXPECT_GT(in_int8, in_bf16);
  EXPECT_LT(in_int8, 0.05);
}

TEST(RnnEngine, StaysCloseToFloat32InLessThanThat) {
  model::RnnAttentionOptions options;
  options.embedding_size = 48;
  options.hidden_size = 64;
  options.layers = 2;
  torch::manual_seed(4);
  model::RnnAttention model(options, kVocab, 1300, false);
  model.eval();
  const auto sources = random_sources(20);
  const double in_bf16 = largest_difference(model, sources, Precision::bf16);
  const double in_int8 = largest_difference(model, sources, Precision::int8);
  EXPECT_GT(in_bf16, 0.0);
  EXPECT_LT(in_bf16, 0.01);
  EXPECT_GT(in_int8, in_bf16);
  EXPECT_LT(in_int8, 0.05);
}

TEST_F(EngineTest, TranslatesNothingToNothing) {
  EXPECT_TRUE(Engine(*model_).translate({}, options_).empty());
}

TEST_F(EngineTest, LetsNoHypothesisEndBeforeTheSmallestLength) {
  options_.min_length = 6;
  expect_close(Engine(*model_).translate(sources_, options_),
               by_modules(*model_, sources_, options_));
}

TEST_F(EngineTest, ChecksBeforeEachStepWhetherToGoOn) {
  const Engine engine(*model_);
  options_.min_length = options_.max_length_extra = 1'000'000;
  int steps = 0;
  const auto stop = [&] {
    if (++steps == 3) throw Error("enough");
  };
  for (const int64_t threads : {1, 2}) {
    steps = 0;
    const auto error = test::thrown_error([&] {
      engine.translate(sources_, options_, {.sentences = 2, .threads = threads, .check = stop});
    });
    EXPECT_STREQ(error.what(), "enough");
    EXPECT_EQ(steps, 3);
  }
}

TEST_F(EngineTest, ChecksAlsoWhileOnlyOtherThreadsTranslate) {
  const Engine engine(*model_);
  const std::vector<Tokens> sources = {Tokens(1, 3), Tokens(40, 3)};
  constexpr int64_t kTokensEach = 100;  // so many steps of the short one, and 40 times as many
  const search::BeamSearchOptions options{.beam_size = 1,
                                          .min_length = 1'000'000,
                                          .max_length_ratio = kTokensEach,
                                          .max_length_extra = 0};
  int64_t checks = 0;
  const auto stop = [&] {
    // The other thread is to take the long one, which comes first.
    if (++checks == 1) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (checks > kTokensEach + 1) throw Error("enough");
  };
  const auto error = test::thrown_error(
      [&] { engine.translate(sources, options, {.sentences = 2, .threads = 2, .check = stop}); });
  EXPECT_STREQ(error.what(), "enough");
}

TEST_F(EngineTest, SaysThatAModelComputesNoNumbers) {
  {
    const torch::NoGradGuard no_gradients;
    model_->decoder->dense->bias.fill_(std::nanf(""));
  }
  EXPECT_THROW(Engine(*model_).translate(sources_, options_), Error);
}

TEST_F(EngineTest, SaysThatASentenceIsLongerThanLearnedPositions) {
  auto options = small();
  options.positions = "learned";
  options.max_length = 4;
  const auto model = random_model<model::Transformer>(options);
  const std::vector<Tokens> sources = {{5, 5, 5, 5, 3}};
  const auto error = test::thrown_error([&] { Engine(*model).translate(sources, options_); });
  EXPECT_EQ(error.where(), "model.max_length");
}

/// An architecture that is not in the registry.
class UnknownModel : public model::Seq2SeqModel {
 public:
  model::Memory encode(const torch::Tensor&, const torch::Tensor&) override { return {}; }
  torch::Tensor decode_states(const torch::Tensor&, const model::Memory&) override { return {}; }
  nn::OutputLayer& output_layer() override { return output_; }
  model::DecoderState start(const model::Memory&) override { return {}; }
  model::StepOutput step(const torch::Tensor&, const model::Memory&, model::DecoderState&,
                         bool) override {
    return {};
  }

 private:
  nn::OutputLayer output_{nullptr};
};

TEST(Engine, LeavesUnknownArchitecturesToTheirModules) {
  UnknownModel model;
  EXPECT_FALSE(Engine::supports(model));
  EXPECT_THROW(Engine{model}, c10::Error);
}

TEST(Engine, DecodesTheGoldenCasesGreedily) {
  for (auto& golden : test::tensor_cases("transformer")) {
    SCOPED_TRACE(golden.name());
    model::TransformerOptions options;
    options.d_model = golden.option<int64_t>("num_hiddens");
    options.heads = golden.option<int64_t>("num_heads");
    options.ffn_size = golden.option<int64_t>("ffn_num_hiddens");
    options.encoder_layers = options.decoder_layers = golden.option<int64_t>("num_layers");
    options.norm = golden.option("prenorm", false) ? "pre" : "post";
    options.bias = golden.option("bias", false);
    model::Transformer model(options, golden.option<int64_t>("src_vocab"),
                             golden.option<int64_t>("tgt_vocab"), false);
    golden.load_weights(model);
    model.eval();
    const auto source = golden.input("src"), lengths = golden.input("src_valid_lens");
    std::vector<Tokens> sources;
    for (int64_t row = 0; row < source.size(0); ++row) {
      const auto tokens = source[row].slice(0, 0, lengths[row].item<int64_t>()).contiguous();
      sources.emplace_back(tokens.const_data_ptr<int64_t>(),
                           tokens.const_data_ptr<int64_t>() + tokens.numel());
    }
    const search::BeamSearchOptions search{.beam_size = 2, .n_best = 2};
    expect_close(Engine(model).translate(sources, search), by_modules(model, sources, search));
  }
}

}  // namespace
}  // namespace regard::engine
