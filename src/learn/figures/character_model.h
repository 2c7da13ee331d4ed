#pragma once
#include <functional>
#include <memory>

#include "corpus/token_stream.h"
#include "figures/learner.h"
#include "model/rnn_lm.h"
#include "nn/truncation.h"

namespace regard::figures {

/// The English sentences of data/, character by character.
struct CharacterText {
  corpus::TokenStream train, valid;
  int64_t vocab;
};
/// `lines` of them to train on; 0: all. Throws Error if they are missing.
CharacterText read_character_text(size_t lines = 0);

/// How a small language model of characters is trained on segments of 64 characters.
struct CharacterTraining {
  ops::CellName cell = ops::CellName::gru;
  int64_t hidden_size = 96;
  nn::TruncationOptions truncation = {};
  LearnerOptions learner = {.updates = 200, .learning_rate = 0.008};
  uint64_t seed = 1;  ///< seed of weights and of random truncation
  /// Called after each update, with how many there were.
  std::function<void(model::RnnLm&, int64_t)> after_update = [](model::RnnLm&, int64_t) {};
};

/// Trainings of one seed and cell start from the same weights and see the same segments.
std::shared_ptr<model::RnnLm> train_character_model(const CharacterText& text,
                                                    const CharacterTraining& training);

/// Perplexity of the held-out characters.
double perplexity_of(model::RnnLm& model, const CharacterText& text);

}  // namespace regard::figures
