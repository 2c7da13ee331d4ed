#pragma once
#include <cstdint>

#include "regard/config/check.h"
#include "regard/corpus/examples.h"
#include "regard/text/shortlist.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::corpus {

struct ShortlistOptions {
  int64_t best = 100;
  int64_t frequent = 100;
  int64_t pairs = 500000;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ShortlistOptions;
    v.field("best", &O::best, config::at_least<int64_t>(1),
            "Target tokens for each source token, the likeliest by IBM model 1.");
    v.field("frequent", &O::frequent, config::at_least<int64_t>(0),
            "So many of the most frequent target tokens are in every list.");
    v.field("pairs", &O::pairs, config::at_least<int64_t>(1),
            "It is learnt from so many training pairs at most, evenly spread.");
  }
};

/// A shortlist of the tokens that `examples` were encoded with. A source token that is a target
/// token, too, may be copied.
text::Shortlist learn_shortlist(const Examples& examples, const text::TokenizerPair& tokenizers,
                                const ShortlistOptions& options);

/// The tokens of a sentence's list: the mean over at most `sentences` examples, evenly spread.
double mean_size(const text::Shortlist& shortlist, const Examples& examples,
                 int64_t sentences = 2000);

}  // namespace regard::corpus
