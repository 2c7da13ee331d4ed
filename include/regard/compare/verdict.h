#pragma once
#include <cstddef>
#include <string>

namespace regard::compare {

struct Comparison;

/// The answer in words. It is about the two systems that are best by BLEU; where two systems are
/// compared, about these.
struct Verdict {
  std::size_t better = 0;    ///< index of the system with the higher BLEU
  std::size_t other = 0;     ///< of the next one
  bool significant = false;  ///< p < 0.05 in the paired bootstrap by BLEU
  std::string which = {};    ///< first sentence: which is better, by how much, how sure
  std::string where = {};    ///< second: what the other metrics say, and where it is better
};

/// From all the other facts.
Verdict verdict_of(const Comparison& comparison);

}  // namespace regard::compare
