#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "corpus/examples.h"
#include "corpus/lexical_table.h"
#include "regard/config/check.h"
#include "text/shortlist.h"
#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {

/// Number of pairs to learn a table from; more pairs take time and add little.
inline constexpr int64_t kEnoughPairs = 500000;

/// The words for text::HalfWords in the examples' target sentences, lowercase and sorted: the
/// `most` most frequent words, and every other word that is a prefix of one of these. Leaves out
/// words with digits, in scripts without spaces between words, or with more than
/// HalfWords::kLongestWord letters. `target` is the target tokenizer; each word of an earlier list,
/// `before`, is counted once more.
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
            "Target tokens per source token: the most likely according to IBM model 1.");
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

/// Mean number of tokens in the shortlist of a sentence, over at most `sentences` evenly spaced
/// examples.
double mean_size(const text::Shortlist& shortlist, const Examples& examples,
                 int64_t sentences = 2000);

}  // namespace regard::corpus
