#pragma once
#include <gtest/gtest.h>
#include <torch/types.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "model/transformer.h"
#include "module_search/searchers.h"
#include "module_search/steps.h"

/// Models with random weights, inputs for them, and comparisons of their translations.
namespace regard::engine {

using Tokens = std::vector<int64_t>;
using Found = std::vector<std::vector<search::Hypothesis>>;

constexpr int64_t kVocab = 45;
constexpr Precision kPrecisions[] = {Precision::float32, Precision::bf16, Precision::int8};

/// Makes weights large, so that the model's predictions are confident, and switches to eval mode.
inline void sharpen(torch::nn::Module& model) {
  const torch::NoGradGuard no_gradients;
  for (auto& parameter : model.parameters()) {
    if (parameter.dim() > 1) {
      parameter.mul_(2);
    } else {
      parameter.add_(torch::randn_like(parameter), 0.3);
    }
  }
  model.eval();
}

template <class Model>
std::shared_ptr<Model> random_model(const typename Model::Options& options) {
  torch::manual_seed(3);
  auto made = std::make_shared<Model>(options, kVocab, kVocab, true);
  sharpen(*made);
  return made;
}

inline model::TransformerOptions small() {
  model::TransformerOptions options;
  options.d_model = 12;
  options.heads = 3;
  options.ffn_size = 20;
  options.encoder_layers = options.decoder_layers = 2;
  options.max_length = 40;
  return options;
}

inline std::vector<Tokens> random_sources(size_t count = 9) {
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

/// The engine with a model's weights; it must support the model.
inline Engine engine_of(model::Seq2SeqModel& model, const EngineOptions& options = {}) {
  return translate::engine_of(model, options).value();
}

/// Translations made by the modules, one sentence at a time.
inline Found by_modules(model::Seq2SeqModel& model, const std::vector<Tokens>& sources,
                        const search::BeamSearchOptions& options) {
  Found found;
  for (const auto& source : sources) {
    found.push_back(search::beam_search(model, source, options));
  }
  return found;
}

// Tolerance for float32 sums of log-probabilities over some dozens of tokens.
constexpr double kTolerance = 1e-4;

inline void expect_close(const Found& found, const Found& expected) {
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

inline void expect_same_bits(const Found& found, const Found& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].size(), expected[i].size());
    for (size_t rank = 0; rank < found[i].size(); ++rank) {
      EXPECT_EQ(found[i][rank].tokens, expected[i][rank].tokens);
      EXPECT_EQ(found[i][rank].log_prob, expected[i][rank].log_prob);
    }
  }
}

class EngineTest : public testing::Test {
 protected:
  std::shared_ptr<model::Transformer> model_ = random_model<model::Transformer>(small());
  std::vector<Tokens> sources_ = random_sources(20);
  search::BeamSearchOptions options_{.beam_size = 3, .n_best = 3};
};

}  // namespace regard::engine
