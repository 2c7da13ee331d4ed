#include "engine/engine.h"

#include <chrono>
#include <thread>

#include "engine/random_models.h"
#include "model/golden_transformer.h"
#include "regard/base/error.h"
#include "support/base/thrown_error.h"
#include "support/golden_tensors.h"

namespace regard::engine {
namespace {

TEST_F(EngineTest, TranslatesNothingToNothing) {
  EXPECT_TRUE(engine_of(*model_).translate({}, options_).empty());
}

TEST_F(EngineTest, LetsNoHypothesisEndBeforeTheSmallestLength) {
  options_.min_length = 6;
  expect_close(engine_of(*model_).translate(sources_, options_),
               by_modules(*model_, sources_, options_));
}

/// Words cannot end with an even token; most tokens, including eos, are boundaries.
search::WholeWords whole_words() {
  search::WholeWords words{.end_within_word = [](std::span<const int64_t> tokens) {
    return !tokens.empty() && tokens.back() % 2 == 0;
  }};
  for (int64_t token = 3; token < kVocab; ++token) {
    if (token % 4 != 0) words.boundaries.push_back(token);
  }
  return words;
}

TEST_F(EngineTest, LeavesNoWordUnfinished) {
  const auto free = engine_of(*model_).translate(sources_, options_);
  options_.whole_words = whole_words();
  for (const int64_t min_length : {0, 6}) {
    options_.min_length = min_length;
    const auto found = engine_of(*model_).translate(sources_, options_);
    expect_close(found, by_modules(*model_, sources_, options_));
    EXPECT_NE(found.front().front().tokens, free.front().front().tokens);
  }
}

TEST_F(EngineTest, LeavesNoWordUnfinishedWithSomeOfTheVocabulary) {
  options_.whole_words = whole_words();
  std::vector<int32_t> some = {0, 2, 3};
  for (int32_t token = 4; token < kVocab; token += 3) some.push_back(token);
  const auto engine =
      engine_of(*model_, {.vocabulary = [&](std::span<const int64_t>) { return some; }});
  for (const auto& sentence : engine.translate(sources_, options_)) {
    for (const auto& hypothesis : sentence) {
      const auto& tokens = hypothesis.tokens;
      for (size_t i = 1; i < tokens.size(); ++i) {
        EXPECT_TRUE(std::ranges::binary_search(some, tokens[i]));
        EXPECT_FALSE(tokens[i - 1] % 2 == 0 && tokens[i] % 4 != 0);
      }
    }
  }
}

TEST_F(EngineTest, ChecksBeforeEachStepWhetherToGoOn) {
  const auto engine = engine_of(*model_);
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
    EXPECT_EQ(error.problem(), "enough");
    EXPECT_EQ(steps, 3);
  }
}

TEST_F(EngineTest, ChecksAlsoWhileOnlyOtherThreadsTranslate) {
  const auto engine = engine_of(*model_);
  const std::vector<Tokens> sources = {Tokens(1, 3), Tokens(40, 3)};
  constexpr int64_t kTokensEach = 100;  // of the short sentence; the long one has 40 times as many
  const search::BeamSearchOptions options{.beam_size = 1,
                                          .min_length = 1'000'000,
                                          .max_length_ratio = kTokensEach,
                                          .max_length_extra = 0};
  int64_t checks = 0;
  const auto stop = [&] {
    // Gives the other thread time to take the long sentence, which comes first.
    if (++checks == 1) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (checks > kTokensEach + 1) throw Error("enough");
  };
  const auto error = test::thrown_error(
      [&] { engine.translate(sources, options, {.sentences = 2, .threads = 2, .check = stop}); });
  EXPECT_EQ(error.problem(), "enough");
}

TEST_F(EngineTest, SaysThatAModelComputesNoNumbers) {
  {
    const torch::NoGradGuard no_gradients;
    model_->decoder->dense->bias.fill_(std::nanf(""));
  }
  EXPECT_THROW(engine_of(*model_).translate(sources_, options_), Error);
}

TEST_F(EngineTest, SaysThatASentenceIsLongerThanLearnedPositions) {
  auto options = small();
  options.positions = model::Positions::learned;
  options.max_length = 4;
  const auto model = random_model<model::Transformer>(options);
  const std::vector<Tokens> sources = {{5, 5, 5, 5, 3}};
  const auto error = test::thrown_error([&] { engine_of(*model).translate(sources, options_); });
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
  EXPECT_FALSE(translate::engine_of(model));
  EXPECT_FALSE(Engine::supports("unknown"));
}

TEST(Engine, DecodesTheGoldenCasesGreedily) {
  for (auto& golden : test::tensor_cases("transformer")) {
    SCOPED_TRACE(golden.name());
    model::Transformer model(model::golden_transformer_options(golden),
                             golden.option<int64_t>("src_vocab"),
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
    expect_close(engine_of(model).translate(sources, search), by_modules(model, sources, search));
  }
}

}  // namespace
}  // namespace regard::engine
