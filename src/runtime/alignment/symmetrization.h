#pragma once
#include <array>

#include "alignment/links.h"

namespace regard::alignment {

/// The way in which the links of both directions are combined into one alignment.
enum class Symmetrization {
  posterior,
  grow_diag_final_and,
  grow_diag,
  intersection,
  all,
  forward,
  backward
};
constexpr auto names_of(Symmetrization) {
  return std::array{
      "posterior", "grow-diag-final-and", "grow-diag", "intersection", "union", "forward",
      "backward"};
}

/// Combines the links of both directions: their intersection, grown by neighboring links (Koehn et
/// al., 2003, aclanthology.org/N03-1017). `grow_diag` repeatedly adds a link of the union that is
/// next to an added link (also diagonally) if its source or target word is unlinked.
/// `grow_diag_final_and` then adds links of `forward`, then of `backward`, if both words are
/// unlinked. Candidates are tried in order, so the result is unique. For `posterior`, this function
/// returns the intersection.
Links symmetrized(const Links& forward, const Links& backward, Symmetrization method);

}  // namespace regard::alignment
