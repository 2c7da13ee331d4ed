#pragma once
#include <cstdint>
#include <vector>

#include "claims/claim.h"
#include "figures/small_translator.h"
#include "model/seq2seq_model.h"

namespace regard::claims {

/// What the small translators learn and are tried on: data/train, and data/val with data/test.
struct SmallData {
  figures::SmallCorpus corpus;
  figures::Sentences held_out;
  corpus::Examples held_out_examples;
};
/// Read at the first call.
const SmallData& small_data();

/// Trained in 2,000 updates at the first call for this seed and effort, and shared by the claims
/// that look at it.
figures::SmallModel shared_model(const std::string& model, const Attempt& attempt,
                                 double label_smoothing = figures::SmallTraining().label_smoothing);

/// Loss on the held-out sentences after this many updates (nats per token).
double trained_loss(figures::SmallTraining training, const Attempt& attempt);

/// Attention alone, learning to find: a query is a turned copy of one of ten random keys, with
/// noise, and all weight should lie on that key.
struct LookupTask {
  int64_t width;       ///< d_k
  bool scaled = true;  ///< whether scores are scaled by 1 / sqrt(d_k)
};

/// Mean −log weight of the right key after training, on new examples (nats). The same examples for
/// every task with one seed.
double learn_lookup(const LookupTask& task, const Attempt& attempt);

/// The likeliest finished translation and its log P.
struct Optimum {
  std::vector<int64_t> tokens = {};  ///< ends in eos; empty if none was found
  double log_prob = 0;
  int64_t opened = 0;  ///< beginnings whose continuations were computed
};

/// Searches all translations of source (1, source) with `lengths` (1) of at most `most_tokens`
/// tokens, eos included: the likeliest beginning is continued first, so the first that ends is the
/// likeliest of all, since log P only falls. Stahlberg and Byrne (2019), arXiv:1908.10090, do the
/// same depth-first. Gives up after `most_opened`.
Optimum exact_search(model::Seq2SeqModel& model, const torch::Tensor& source,
                     const torch::Tensor& lengths, int64_t most_tokens,
                     int64_t most_opened = 100000);

}  // namespace regard::claims
