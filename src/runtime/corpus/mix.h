#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "config/data_options.h"

namespace regard::corpus {

/// A training text in an epoch.
struct MixedText {
  std::string name = {};
  int64_t pairs = 0;
  int64_t target_tokens = 0;
  double weight = 1.0;  ///< of the config
  double copies = 1.0;  ///< how often an epoch sees each pair, on average
};

/// Sets `copies` of each text in proportion to weight * pairs^(1/T - 1) for the temperature T, so
/// that an epoch draws pairs of a text in proportion to weight * pairs^(1/T), and as many of all
/// texts as their weights give by themselves. T 1 gives exactly the weights.
void mix(std::span<MixedText> texts, const config::MixOptions& options);

/// A row for each text: its pairs and weight, how often an epoch sees each pair, and its share of
/// the pairs and target tokens of an epoch.
std::string mix_table(std::span<const MixedText> texts);

}  // namespace regard::corpus
