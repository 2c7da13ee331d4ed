#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace regard::train {

/// A figure of a run as it went on.
struct Curve {
  std::vector<double> steps;
  std::vector<double> minutes;  ///< of training until then; NaN where the log does not say
  std::vector<double> values;
};

/// What the log of the run in a directory holds, by names such as "train/loss" and "valid/bleu".
/// Of a run without a log, or with half a line at its end, what there is.
std::map<std::string, Curve> read_learning_curves(const std::string& directory);

}  // namespace regard::train
