#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "corpus/examples.h"

namespace regard::corpus {

/// Pairs of which to learn a table; more add little but time.
inline constexpr int64_t kEnoughPairs = 500000;

/// At most `most` examples, evenly spread over all.
std::vector<size_t> evenly_spread(const Examples& examples, int64_t most);

/// P(target token | source token), learned from sentence pairs alone by IBM model 1 (Brown et al.,
/// 1993, aclanthology.org/J93-2003): each target token comes from one source token of its sentence,
/// any of them equally likely. The source's end of sentence represents tokens that come from none;
/// the target's is ignored.
class LexicalTable {
 public:
  /// All tokens that co-occur in one of `chosen` examples, with equal probability.
  LexicalTable(const Examples& examples, std::span<const size_t> chosen, int64_t source_vocab);

  /// One iteration of expectation maximization. Returns the mean log P of a target token before it,
  /// without the probability of the sentence length; it grows from call to call.
  double learn();
  /// As many iterations as it takes until more change little.
  void learn_enough();

  /// The target tokens that co-occur with a source token, in ascending order, and the probability
  /// of each as its translation.
  std::span<const int32_t> targets(int64_t source) const { return row(targets_, source); }
  std::span<const float> probabilities(int64_t source) const { return row(probabilities_, source); }
  /// 0 of tokens that never co-occur.
  float probability(int32_t source, int32_t target) const;

 private:
  template <class Number>
  std::span<const Number> row(const std::vector<Number>& numbers, int64_t source) const {
    const auto at = static_cast<size_t>(source);
    return std::span(numbers).subspan(begins_[at], begins_[at + 1] - begins_[at]);
  }
  /// Where the pair stands in targets_ or, if it never co-occurs, where it would stand.
  size_t place_of(int32_t source, int32_t target) const;

  const Examples& examples_;
  std::span<const size_t> chosen_;
  std::vector<size_t> begins_;  // of each source token's row
  std::vector<int32_t> targets_;
  std::vector<float> probabilities_;
};

}  // namespace regard::corpus
