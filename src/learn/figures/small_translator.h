#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "corpus/examples.h"
#include "figures/learner.h"
#include "model/seq2seq_model.h"
#include "ops/probe.h"
#include "regard/config/search_options.h"
#include "text/tokenizer_pair.h"

namespace regard::figures {

struct Sentences {
  std::vector<std::string> sources, targets;
};

/// The project's own sentences: data/SPLIT.en and data/SPLIT.fr, one after another. Throws Error if
/// they are missing.
Sentences project_sentences(const std::vector<std::string>& splits);

/// Training set of small translators.
struct SmallCorpus {
  text::TokenizerPair tokenizers;
  corpus::Examples examples;
};
/// A corpus of the sentences, with BPE of 1,000 pieces for each language.
SmallCorpus small_corpus(const Sentences& sentences);
corpus::Examples examples_of(const Sentences& sentences, const text::TokenizerPair& tokenizers);

struct SmallTraining {
  std::string model;  ///< as in a config: "{type: transformer, ...}"
  LearnerOptions learner = {.updates = 1400, .learning_rate = 0.003};
  int64_t batch_tokens = 500;
  double label_smoothing = 0.1;
  uint64_t seed = 1;  ///< for weights, dropout and batches
  /// Called with the new model before training.
  std::function<void(model::Seq2SeqModel&)> prepare = [](model::Seq2SeqModel&) {};
  ops::Recording::Change change = {};  ///< changes values that probes show; empty: none
};

/// The model section of an RNN for the small corpus; `type` is rnn_context or rnn_attention.
std::string small_rnn(const std::string& type);
/// The model section of a Transformer of two blocks; `more` is appended to it: ", norm: pre".
std::string small_transformer(const std::string& more = "");

using SmallModel = std::shared_ptr<model::Seq2SeqModel>;

/// A new model for the corpus, with weights from torch's generator.
SmallModel new_small_model(const SmallCorpus& corpus, const std::string& model);

/// Returns a trained model in eval mode.
SmallModel train_small_model(const SmallCorpus& corpus, const SmallTraining& training);

struct SmallScores {
  double bleu = 0;
  double length_ratio = 0;  ///< words of the translations / words of the references
  double log_prob = 0;      ///< mean log P of the translations (nats)
};
SmallScores translate_small(model::Seq2SeqModel& model, const SmallCorpus& corpus,
                            const Sentences& sentences,
                            const config::SearchOptions& search = {.beam_size = 1});

/// Mean negative log-likelihood per token (nats), with teacher forcing.
double loss_of(model::Seq2SeqModel& model, const corpus::Examples& examples);

}  // namespace regard::figures
