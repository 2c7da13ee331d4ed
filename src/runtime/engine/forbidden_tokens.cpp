#include "engine/forbidden_tokens.h"

#include <algorithm>
#include <utility>

namespace regard::engine {
namespace {

std::vector<int64_t> in_order(std::vector<int64_t> tokens) {
  std::ranges::sort(tokens);
  return tokens;
}

std::vector<int64_t> inside_word(const search::BeamSearchOptions& options) {
  auto tokens = options.whole_words.boundaries;
  tokens.insert(tokens.end(), {options.pad, options.bos, options.eos});
  return in_order(std::move(tokens));
}

std::vector<int64_t> positions_of(const std::vector<int64_t>& tokens,
                                  std::span<const int32_t> among) {
  std::vector<int64_t> positions;
  for (size_t position = 0; position < among.size(); ++position) {
    if (std::ranges::binary_search(tokens, among[position])) {
      positions.push_back(static_cast<int64_t>(position));
    }
  }
  return positions;
}

}  // namespace

ForbiddenTokens::ForbiddenTokens(const search::BeamSearchOptions& options)
    : always_(in_order({options.pad, options.bos})),
      too_early_(in_order({options.pad, options.bos, options.eos})),
      inside_word_(inside_word(options)) {}

std::span<const int64_t> ForbiddenTokens::after(const search::GroupedSearch::Row& row) const {
  if (row.search->is_inside_word(*row.living)) return inside_word_;
  return row.search->may_end() ? always_ : too_early_;
}

ForbiddenTokens ForbiddenTokens::among(std::span<const int32_t> tokens) const {
  ForbiddenTokens positions;
  positions.always_ = positions_of(always_, tokens);
  positions.too_early_ = positions_of(too_early_, tokens);
  positions.inside_word_ = positions_of(inside_word_, tokens);
  return positions;
}

}  // namespace regard::engine
