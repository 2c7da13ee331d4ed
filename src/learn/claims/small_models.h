#pragma once
#include <cstdint>
#include <vector>

#include "claims/claim.h"
#include "figures/small_translator.h"
#include "model/seq2seq_model.h"

namespace regard::claims {

/// Data of small translators: data/train for training, data/val and data/test held out.
struct SmallData {
  figures::SmallCorpus corpus;
  figures::Sentences held_out;
  corpus::Examples held_out_examples;
};
/// Reads the data on the first call.
const SmallData& small_data();

/// A model that the first call for this seed and effort trains with 2,000 updates. All claims that
/// examine this model share it.
figures::SmallModel shared_model(const std::string& model, const Attempt& attempt,
                                 double label_smoothing = figures::SmallTraining().label_smoothing);

/// Loss on the held-out sentences after this many updates (nats per token).
double trained_loss(const figures::SmallTraining& training, const Attempt& attempt);

/// Pure attention that learns a lookup: a query is a rotated copy of one of ten random keys, with
/// noise, and all weight should be on this key.
struct LookupTask {
  int64_t width;       ///< d_k
  bool scaled = true;  ///< whether scores are scaled by 1 / sqrt(d_k)
};

/// Mean −log weight of the right key after training, on new examples (nats). All tasks with the
/// same seed have the same examples.
double learn_lookup(const LookupTask& task, const Attempt& attempt);

/// The most likely finished translation and its log P.
struct Optimum {
  std::vector<int64_t> tokens = {};  ///< ends in eos; empty if none was found
  double log_prob = 0;
  int64_t opened = 0;  ///< prefixes whose continuations were computed
};

/// Searches all translations of source (1, source) with `lengths` (1), up to `most_tokens` tokens,
/// eos included. It expands the most likely prefix first; log P only falls, so the first finished
/// translation is the most likely of all. Stahlberg and Byrne (2019), arXiv:1908.10090, do the same
/// depth-first. Gives up after `most_opened` prefixes.
Optimum exact_search(model::Seq2SeqModel& model, const torch::Tensor& source,
                     const torch::Tensor& lengths, int64_t most_tokens,
                     int64_t most_opened = 100000);

}  // namespace regard::claims
