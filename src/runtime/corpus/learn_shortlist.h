#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "corpus/examples.h"
#include "regard/config/check.h"
#include "text/shortlist.h"
#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"

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
  /// Zero for tokens that never co-occur.
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
  std::vector<size_t> begins_;  // first entry of each source token's row
  std::vector<int32_t> targets_;
  std::vector<float> probabilities_;
};

/// The words of the examples' target texts for text::HalfWords, in lower case and in order: of many
/// words, the `most` most frequent ones and all that these begin with. Words with digits, of
/// scripts that put no spaces between words, and of more than HalfWords::kLongestWord letters are
/// left out. `target` is the texts' tokenizer; `before` are words of earlier texts, each of which
/// counts once.
std::vector<std::string> learn_words(const Examples& examples, const text::Tokenizer& target,
                                     const std::vector<std::string>& before = {},
                                     size_t most = text::HalfWords::kMostWords / 4);

struct ShortlistOptions {
  int64_t best = 100;
  int64_t frequent = 100;
  int64_t pairs = kEnoughPairs;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ShortlistOptions;
    v.field("best", &O::best, config::count_of(1),
            "Target tokens per source token: the likeliest by IBM model 1.");
    v.field("frequent", &O::frequent, config::count_of(0),
            "Number of most frequent target tokens to put in every list.");
    v.field("pairs", &O::pairs, config::count_of(1),
            "Maximum number of training pairs to learn from, spread evenly over the text.");
  }
};

/// Learns a shortlist from `examples` for their vocabulary. A source token that is also a target
/// token may be copied.
text::Shortlist learn_shortlist(const Examples& examples, const text::TokenizerPair& tokenizers,
                                const ShortlistOptions& options);

/// Mean number of tokens in a sentence's list, over at most `sentences` examples, evenly spread.
double mean_size(const text::Shortlist& shortlist, const Examples& examples,
                 int64_t sentences = 2000);

}  // namespace regard::corpus
