#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "search/beam_search_options.h"
#include "search/grouped_search.h"

namespace regard::engine {

/// The tokens that may not come next where nothing but WholeWords and the minimum length forbids
/// any, in ascending order.
class ForbiddenTokens {
 public:
  ForbiddenTokens() = default;
  explicit ForbiddenTokens(const search::BeamSearchOptions& options);

  std::span<const int64_t> after(const search::GroupedSearch::Row& row) const;

  /// The positions in `tokens`, in ascending order, of those that are there.
  ForbiddenTokens among(std::span<const int32_t> tokens) const;

 private:
  std::vector<int64_t> always_;       // pad and bos
  std::vector<int64_t> too_early_;    // and eos, before the minimum length
  std::vector<int64_t> inside_word_;  // and WholeWords::boundaries
};

}  // namespace regard::engine
