#include <numeric>

#include "engine/engine.h"
#include "engine/random_models.h"
#include "model/rnn_attention.h"

namespace regard::engine {
namespace {

// Large enough for several panels and chunks, and for several threads to share a matrix
// multiplication.
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
  expect_close(engine_of(*model_).translate(sources_, options_),
               by_modules(*model_, sources_, options_));
}

TEST_F(LargerEngineTest, FindsTheSameBitsWithAnyNumberOfSentencesAndThreads) {
  for (const auto precision : kPrecisions) {
    const auto engine = engine_of(*model_, {.precision = precision});
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

/// Different tokens for each source.
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
    const auto expected =
        engine_of(*model_, {.precision = precision}).translate(sources_, options_);
    expect_same_bits(engine_of(*model_, {.precision = precision, .vocabulary = all})
                         .translate(sources_, options_),
                     expected);
  }
}

TEST_F(LargerEngineTest, FindsTheSameBitsWithVocabulariesWhateverStandsBeside) {
  const auto some = [](std::span<const int64_t> source) { return some_tokens(source, 1300); };
  for (const auto precision : kPrecisions) {
    const auto engine = engine_of(*model_, {.precision = precision, .vocabulary = some});
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

// The modules cannot choose any other token either, because its logit is too low.
TEST_F(LargerEngineTest, SearchesAmongTheTokensOfAVocabularyAsIfThereWereNoOthers) {
  const auto tokens = some_tokens(std::vector<int64_t>{7}, 1300);
  const auto engine =
      engine_of(*model_, {.vocabulary = [&](std::span<const int64_t>) { return tokens; }});
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

/// The largest difference in log-probability per token among equal translations. Translations are
/// short, so that most are equal.
double largest_difference(model::Seq2SeqModel& model, const std::vector<Tokens>& sources,
                          Precision precision) {
  const search::BeamSearchOptions options{
      .beam_size = 1, .max_length_ratio = 0.0, .max_length_extra = 4};
  const auto exact = engine_of(model).translate(sources, options);
  const auto rounded = engine_of(model, {.precision = precision}).translate(sources, options);
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

// bf16 keeps 8 bits of each number, int8 7 bits relative to the largest one.
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

}  // namespace
}  // namespace regard::engine
