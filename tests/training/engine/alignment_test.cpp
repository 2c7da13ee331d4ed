// The attention maps from which the engine and the modules read alignments, compared with all maps.
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include "engine/random_models.h"
#include "model/rnn_attention.h"
#include "module_search/batches.h"

namespace regard::engine {
namespace {

using model::AlignmentSource;
using Rows = std::vector<std::vector<float>>;

std::shared_ptr<model::Seq2SeqModel> random_rnn() {
  model::RnnAttentionOptions options;
  options.embedding_size = options.hidden_size = 12;
  options.layers = 2;
  options.attention = model::RnnAttentionScore::multi_head;
  options.heads = 3;
  return random_model<model::RnnAttention>(options);
}

std::shared_ptr<model::Seq2SeqModel> random_transformer() {
  return random_model<model::Transformer>(small());
}

/// The attention of a hypothesis's tokens, computed with teacher forcing.
Rows expected_rows(model::Seq2SeqModel& model, const Tokens& source, const Tokens& written) {
  const torch::InferenceMode inference;
  const auto input = translate::decoder_input(written);
  const std::span<const int64_t> sources[] = {source}, inputs[] = {input};
  std::vector<torch::Tensor> layers;
  for (const auto& map : model.attention(translate::padded(sources, torch::kCPU),
                                         translate::lengths_of(sources, torch::kCPU),
                                         translate::padded(inputs, torch::kCPU))) {
    if (map.kind == model::AttentionMap::Kind::cross) layers.push_back(map.weights[0]);
  }
  const auto& [layer, head, shifted] = model.alignment();
  const auto heads = layer ? layers.at(static_cast<size_t>(*layer)) : layers.back();
  const auto map = head ? heads[*head] : heads.mean(0);
  Rows rows;
  for (int64_t step = 0; step < map.size(0); ++step) {
    const auto row = map[std::min(step + (shifted ? 1 : 0), map.size(0) - 1)].contiguous();
    rows.emplace_back(row.const_data_ptr<float>(), row.const_data_ptr<float>() + row.numel());
  }
  return rows;
}

void expect_rows_near(const Rows& rows, const Rows& expected) {
  ASSERT_EQ(rows.size(), expected.size());
  for (size_t row = 0; row < rows.size(); ++row) {
    ASSERT_EQ(rows[row].size(), expected[row].size());
    for (size_t column = 0; column < rows[row].size(); ++column) {
      EXPECT_NEAR(rows[row][column], expected[row][column], kTolerance);
    }
  }
}

struct Architecture {
  const char* name;
  std::shared_ptr<model::Seq2SeqModel> (*make)();
  int64_t layers;
};

class Alignment : public testing::TestWithParam<Architecture> {
 protected:
  std::vector<AlignmentSource> all_sources() const {
    std::vector<AlignmentSource> all;
    for (int64_t layer = -1; layer < GetParam().layers; ++layer) {
      for (int64_t head = -1; head < 3; ++head) {
        for (const bool shifted : {false, true}) {
          auto& source = all.emplace_back(AlignmentSource{.shifted = shifted});
          if (layer >= 0) source.layer = layer;
          if (head >= 0) source.head = head;
        }
      }
    }
    return all;
  }

  /// Zeroes a head's queries, so that it attends evenly to everything.
  void make_even(int64_t head) {
    const torch::NoGradGuard no_gradients;
    for (auto& weight : model_->named_parameters()) {
      if (weight.key().ends_with("decoder.attention.W_q.weight") ||
          weight.key().ends_with("block1.attention2.W_q.weight")) {
        weight.value().narrow(0, head * 4, 4).zero_();
      }
    }
  }

  std::shared_ptr<model::Seq2SeqModel> model_ = GetParam().make();
  std::vector<Tokens> sources_ = random_sources(3);
  search::BeamSearchOptions options_{
      .beam_size = 3, .max_length_ratio = 1.0, .max_length_extra = 2, .keep_attention = true};
};

TEST_P(Alignment, IsReadAtItsLayerHeadAndStep) {
  for (const auto& source : all_sources()) {
    SCOPED_TRACE(source.text());
    model_->read_alignments_at(source);
    for (const int64_t beam_size : {1, 2}) {
      options_.beam_size = options_.n_best = beam_size;
      const auto by_engine = engine_of(*model_).translate(sources_, options_);
      const auto by_modules = engine::by_modules(*model_, sources_, options_);
      for (size_t sentence = 0; sentence < sources_.size(); ++sentence) {
        for (const auto* found : {&by_engine, &by_modules}) {
          for (const auto& hypothesis : (*found)[sentence]) {
            expect_rows_near(hypothesis.attention,
                             expected_rows(*model_, sources_[sentence], hypothesis.tokens));
          }
        }
      }
    }
  }
}

TEST_P(Alignment, IsThatOfTheHeadInEveryPrecision) {
  constexpr int64_t kHead = 1;
  make_even(kHead);
  for (const auto precision : kPrecisions) {
    for (const bool shifted : {false, true}) {
      model_->read_alignments_at({.head = kHead, .shifted = shifted});
      const auto found = engine_of(*model_, {.precision = precision}).translate(sources_, options_);
      for (size_t sentence = 0; sentence < sources_.size(); ++sentence) {
        const auto length = sources_[sentence].size();
        for (const auto& row : found[sentence].front().attention) {
          ASSERT_EQ(row.size(), length);
          for (const float weight : row) EXPECT_NEAR(weight, 1.0 / length, 1e-6);
        }
      }
    }
  }
}

/// An ensemble of two models, each with its own alignment head.
Found by_both(model::Seq2SeqModel& one, model::Seq2SeqModel& other,
              const std::vector<Tokens>& sources, const search::BeamSearchOptions& options) {
  auto engine = engine_of(one);
  engine.join(engine_of(other));
  return engine.translate(sources, options);
}

TEST_P(Alignment, OfAnEnsembleIsTheMeanOfItsModels) {
  const auto other = random_transformer();
  model_->read_alignments_at({.head = 2, .shifted = true});
  other->read_alignments_at({.layer = 0, .head = 1, .shifted = true});
  const auto found = by_both(*model_, *other, sources_, options_);
  for (size_t sentence = 0; sentence < sources_.size(); ++sentence) {
    const auto& hypothesis = found[sentence].front();
    auto expected = expected_rows(*model_, sources_[sentence], hypothesis.tokens);
    const auto others = expected_rows(*other, sources_[sentence], hypothesis.tokens);
    for (size_t row = 0; row < expected.size(); ++row) {
      for (size_t column = 0; column < expected[row].size(); ++column) {
        expected[row][column] = (expected[row][column] + others[row][column]) / 2;
      }
    }
    expect_rows_near(hypothesis.attention, expected);
  }
  expect_close(found,
               search::beam_search({.models = {model_.get(), other.get()}}, sources_, options_));
}

TEST_P(Alignment, OfAnEnsembleLeavesOutModelsThatReadItAtAnotherStepThanTheFirst) {
  const auto other = random_transformer();
  other->read_alignments_at({.shifted = true});
  for (const bool is_first : {true, false}) {
    auto& first = is_first ? *model_ : *other;
    const auto found = by_both(first, is_first ? *other : *model_, sources_, options_);
    for (size_t sentence = 0; sentence < sources_.size(); ++sentence) {
      const auto& hypothesis = found[sentence].front();
      expect_rows_near(hypothesis.attention,
                       expected_rows(first, sources_[sentence], hypothesis.tokens));
    }
  }
}

TEST_P(Alignment, IsRefusedWhereTheDecoderHasNoSuchHead) {
  model_->read_alignments_at({.head = 3});
  EXPECT_THROW(engine_of(*model_), Error);
  EXPECT_THROW(engine::by_modules(*model_, sources_, options_), Error);
  model_->read_alignments_at({.layer = GetParam().layers});
  EXPECT_THROW(engine_of(*model_), Error);
}

INSTANTIATE_TEST_SUITE_P(Architectures, Alignment,
                         testing::Values(Architecture{"rnn_attention", random_rnn, 1},
                                         Architecture{"transformer", random_transformer, 2}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace regard::engine
