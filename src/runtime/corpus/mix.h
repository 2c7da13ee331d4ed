#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "config/data_options.h"

namespace regard::corpus {

/// A training corpus in an epoch.
struct MixedText {
  std::string name = {};
  int64_t pairs = 0;
  int64_t target_tokens = 0;
  double weight = 1.0;  ///< the weight in the config
  double copies = 1.0;  ///< average number of times that an epoch sees each pair
};

/// Sets `copies` of each corpus in proportion to weight * pairs^(1/T - 1) for the temperature T, so
/// an epoch draws pairs of a corpus in proportion to weight * pairs^(1/T). The size of an epoch
/// does not depend on T. T = 1 gives exactly the weights.
void mix(std::span<MixedText> texts, const config::MixOptions& options);

/// A table with a row for each corpus: its pairs and weight, how often an epoch sees each pair, and
/// the corpus's share of an epoch's pairs and target tokens.
std::string mix_table(std::span<const MixedText> texts);

}  // namespace regard::corpus
