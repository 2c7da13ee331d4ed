#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "corpus/examples.h"

namespace regard::corpus {

/// Indexes of at most `most` examples, evenly spaced.
std::vector<size_t> evenly_spread(const Examples& examples, int64_t most);

/// P(target token | source token), learned only from sentence pairs, with IBM model 1 (Brown et
/// al., 1993, aclanthology.org/J93-2003): each target token comes from one source token of its
/// sentence, all equally likely. The source's EOS represents target tokens that come from nothing;
/// the target's EOS is ignored.
///
/// Training uses all threads; each thread counts for some of the target tokens. A count is summed
/// over the examples in order, so it has the same bits for any number of threads.
class LexicalTable {
 public:
  /// All token pairs that co-occur in one of the `chosen` examples, with uniform probabilities.
  LexicalTable(const Examples& examples, std::span<const size_t> chosen, int64_t source_vocab);

  /// Runs one iteration of expectation maximization. Returns the mean log P of a target token
  /// before the iteration, without the probability of the sentence length; it never decreases.
  double learn();
  /// Runs five iterations (more would change little) and frees the memory for learning.
  void learn_enough();

  /// The target tokens that co-occur with a source token, in ascending order, and their translation
  /// probabilities.
  std::span<const int32_t> targets(int64_t source) const { return row(targets_, source); }
  std::span<const float> probabilities(int64_t source) const { return row(probabilities_, source); }
  /// The probability of a translation; zero for tokens that never co-occur.
  float probability(int32_t source, int32_t target) const;

 private:
  /// A list of numbers for each target token, stored contiguously.
  struct Column {
    std::vector<size_t> begins = {0};  // start of each target token's list, and the end
    std::vector<uint32_t> entries = {};

    size_t size() const { return begins.size() - 1; }
    std::span<const uint32_t> of(size_t target) const {
      return std::span(entries).subspan(begins[target], begins[target + 1] - begins[target]);
    }
  };
  /// Every n-th target token, for one of n threads: frequent tokens have neighboring ids, so this
  /// balances the load.
  struct TokensOfAThread {
    int64_t first, end, every;

    void each(const auto& work) const {
      for (int64_t token = first; token < end; token += every) work(static_cast<size_t>(token));
    }
  };
  /// A source token's values for the target token in progress.
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
  Column occurrences_;            // for each target token, the indexes of its examples in chosen_
  Column meetings_;               // the source tokens that co-occur with each target token
  std::vector<uint32_t> places_;  // index in targets_ of each entry of meetings_
  std::vector<double> counts_;    // expected count of each entry of targets_
  std::vector<size_t> begins_;    // first entry of each source token's row
  std::vector<int32_t> targets_;
  std::vector<float> probabilities_;
};

}  // namespace regard::corpus
