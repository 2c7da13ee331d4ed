#pragma once
#include <cstdint>
#include <vector>

#include "compare/fact.h"

namespace regard::compare {

/// Whether search or the model is at fault (Stahlberg and Byrne, 2019, arXiv:1908.10090): if the
/// model gives the reference a higher score than what search found, search has erred; if lower, the
/// model prefers its own translation.
struct SearchErrors {
  int64_t sentences = 0;
  int64_t errors = 0;    ///< the reference's score (after the length penalty) is higher
  int64_t likelier = 0;  ///< the reference's log-probability is higher, whatever the length
  double hypothesis_log_prob = 0;  ///< mean of a token of the hypotheses
  double reference_log_prob = 0;   ///< mean of a token of the references

  static void describe(auto& v) {
    using O = SearchErrors;
    v.fact("sentences", &O::sentences, {"sentences", "looked at"});
    v.facts("errors", &O::errors, "likelier", &O::likelier);
    v.row({"search errors", "the reference scores higher than the translation found"},
          [](const O& o) { return part_of(o.errors, o.sentences); });
    v.row({"likelier references", "the same by log-probability, without length penalty"},
          [](const O& o) { return part_of(o.likelier, o.sentences); });
    v.fact("hypothesis_log_prob", &O::hypothesis_log_prob,
           {"per token of the translations", "mean log-probability; 0 is certain", decimals<3>});
    v.fact("reference_log_prob", &O::reference_log_prob,
           {"per token of the references", "mean log-probability", decimals<3>});
  }
};

/// The model's scores of one sentence.
struct ScoredPair {
  double hypothesis_log_prob = 0;
  double hypothesis_score = 0;  ///< after the length penalty
  int64_t hypothesis_tokens = 0;
  double reference_log_prob = 0;
  double reference_score = 0;
  int64_t reference_tokens = 0;
};

SearchErrors find_search_errors(const std::vector<ScoredPair>& pairs);

}  // namespace regard::compare
