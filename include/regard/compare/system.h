#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "regard/compare/decoding.h"
#include "regard/train/run_log.h"

namespace regard::compare {

/// What is known of a model and of its training, from its run directory.
struct ModelFacts {
  std::string directory = {};
  std::string architecture = {};  ///< "transformer", "rnn_attention"
  /// What its model section says where the systems' differ, "key: value"; of a single run all.
  std::vector<std::string> options = {};
  int64_t parameters = 0;
  double source_flops = 0;  ///< of a forward pass for a source token (model/token_flops.h)
  double target_flops = 0;  ///< for a target token
  int64_t source_vocabulary = 0;
  int64_t target_vocabulary = 0;
  int64_t seed = 0;

  int64_t steps = 0;   ///< of training; 0 where there is no log, as are the next two
  double minutes = 0;  ///< of training
  /// Of the processors of the machine in these minutes; none where that could not be read.
  std::optional<double> joules = {};
  double tokens = 0;  ///< read in training, of both sides; padding does not count
  std::optional<double> valid_loss = {};  ///< the best
  std::optional<double> valid_bleu = {};  ///< the best, of greedy translations
  /// Curves of the log by their names: "valid/loss", "valid/bleu", "train/loss", ...
  std::map<std::string, train::Curve> curves = {};

  bool ended = false;                     ///< whether the training went to its end
  std::string search = {};                ///< "beam size 5, length penalty 1"
  std::optional<Decoding> decoding = {};  ///< none where it was not measured
};

/// Whatever turns sources into translations: a run of regard, or another program of which only a
/// file is known.
struct System {
  std::string name = {};  ///< unique; short enough for the head of a column where it can be
  std::string file = {};  ///< of its translations; empty for a run
  std::optional<ModelFacts> model = {};  ///< of a run
};

}  // namespace regard::compare
