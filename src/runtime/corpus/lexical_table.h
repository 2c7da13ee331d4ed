#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "corpus/examples.h"

namespace regard::corpus {

/// At most `most` examples, evenly spread over all.
std::vector<size_t> evenly_spread(const Examples& examples, int64_t most);

/// P(target token | source token), learned from sentence pairs alone by IBM model 1 (Brown et al.,
/// 1993, aclanthology.org/J93-2003): each target token comes from one source token of its sentence,
/// any of them equally likely. The source's end of sentence represents tokens that come from none;
/// the target's is ignored.
///
/// All threads learn, each the counts of some target tokens. A count adds up over the examples in
/// their order, so it has the same bits with any number of threads.
class LexicalTable {
 public:
  /// All tokens that co-occur in one of `chosen` examples, with equal probability.
  LexicalTable(const Examples& examples, std::span<const size_t> chosen, int64_t source_vocab);

  /// One iteration of expectation maximization. Returns the mean log P of a target token before it,
  /// without the probability of the sentence length; it grows from call to call.
  double learn();
  /// As many iterations as it takes until more change little. Learns no more after it.
  void learn_enough();

  /// The target tokens that co-occur with a source token, in ascending order, and the probability
  /// of each as its translation.
  std::span<const int32_t> targets(int64_t source) const { return row(targets_, source); }
  std::span<const float> probabilities(int64_t source) const { return row(probabilities_, source); }
  /// Zero for tokens that never co-occur.
  float probability(int32_t source, int32_t target) const;

 private:
  /// Numbers for each target token, one after the other.
  struct Column {
    std::vector<size_t> begins = {0};  // of each target token, and the end
    std::vector<uint32_t> entries = {};

    size_t size() const { return begins.size() - 1; }
    std::span<const uint32_t> of(size_t target) const {
      return std::span(entries).subspan(begins[target], begins[target + 1] - begins[target]);
    }
  };
  /// Every n-th target token, for each of n threads: frequent ones have neighbouring numbers.
  struct TokensOfAThread {
    int64_t first, end, every;

    void each(const auto& work) const {
      for (int64_t token = first; token < end; token += every) work(static_cast<size_t>(token));
    }
  };
  /// What a thread needs of a source token, for the target token that it is at.
  struct AtHand {
    float probability = 0;
    double count = 0;
  };

  template <class Number>
  std::span<const Number> row(const std::vector<Number>& numbers, int64_t source) const {
    const auto at = static_cast<size_t>(source);
    return std::span(numbers).subspan(begins_[at], begins_[at + 1] - begins_[at]);
  }
  void find_occurrences();
  void find_meetings();
  void arrange_in_rows();
  double expect(size_t target, std::vector<AtHand>& at_hand);
  void maximize();
  void for_tokens(const std::function<void(const TokensOfAThread&)>& work) const;

  const Examples* examples_ = nullptr;
  std::span<const size_t> chosen_;
  Column occurrences_;            // of each target token in chosen_: the number of the example
  Column meetings_;               // the source tokens that co-occur with each target token
  std::vector<uint32_t> places_;  // in targets_, of each meeting
  std::vector<double> counts_;    // expected occurrences of each of targets_
  std::vector<size_t> begins_;    // first entry of each source token's row
  std::vector<int32_t> targets_;
  std::vector<float> probabilities_;
};

}  // namespace regard::corpus
