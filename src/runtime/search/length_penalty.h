#pragma once
#include <cstdint>

#include "regard/config/search_options.h"

namespace regard::search {

/// What keeps search from preferring short translations: score = log P / normalizer(length).
struct LengthPenalty {
  using Form = config::LengthPenaltyForm;

  double alpha = 1.0;  ///< 0 is no penalty
  Form form = Form::power;
  bool count_eos = true;  ///< the end of sentence counts as a token of `length`

  /// Grows with `length`, which is at least 1.
  double normalizer(int64_t length) const;
  /// `tokens` with eos where `finished`.
  double score(double log_prob, int64_t tokens, bool finished) const;
};

/// The penalty that a config asks for.
LengthPenalty length_penalty(const config::SearchOptions& options);

}  // namespace regard::search
