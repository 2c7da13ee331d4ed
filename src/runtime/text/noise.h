#pragma once
#include <random>
#include <string>
#include <string_view>

#include "config/noise_options.h"
#include "text/letter_case.h"

namespace regard::text {

/// The changes that noise made to a pair.
struct NoiseDone {
  bool source = false;  ///< the source differs
  bool target = false;
  bool letter_case = false;  ///< one of them is in other letters
};

/// Gives a sentence pair faults that people make, each independently with its probability, so that
/// a model learns to translate sentences with them. The source gets all of them. The target gets
/// what belongs into a translation of such a source: capitals for capitals, no end mark for none.
/// The same engine gives the same faults with every standard library.
class Noise {
 public:
  explicit Noise(const config::NoiseOptions& options) : options_(options) {}

  NoiseDone operator()(std::string& source, std::string& target, std::mt19937_64& random) const;

 private:
  config::NoiseOptions options_;
};

}  // namespace regard::text
