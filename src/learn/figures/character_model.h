#pragma once
#include <functional>
#include <memory>

#include "corpus/token_stream.h"
#include "figures/learner.h"
#include "model/rnn_lm.h"
#include "nn/truncation.h"

namespace regard::figures {

/// The English sentences of data/ as characters.
struct CharacterText {
  corpus::TokenStream train, valid;
  int64_t vocab;
};
/// Reads `lines` training sentences; 0: all. Throws Error if the files are missing.
CharacterText read_character_text(size_t lines = 0);

/// Training options of a small character language model, on segments of 64 characters.
struct CharacterTraining {
  ops::CellName cell = ops::CellName::gru;
  int64_t hidden_size = 96;
  nn::TruncationOptions truncation = {};
  LearnerOptions learner = {.updates = 200, .learning_rate = 0.008};
  uint64_t seed = 1;  ///< for the weights and random truncation
  /// Called after each update, with the number of updates so far.
  std::function<void(model::RnnLm&, int64_t)> after_update = [](model::RnnLm&, int64_t) {};
};

/// Runs with the same seed and cell start from the same weights and see the same segments.
std::shared_ptr<model::RnnLm> train_character_model(const CharacterText& text,
                                                    const CharacterTraining& training);

/// Perplexity of the held-out characters.
double perplexity_of(model::RnnLm& model, const CharacterText& text);

}  // namespace regard::figures
