#pragma once
#include <array>

#include "alignment/links.h"

namespace regard::alignment {

/// How the links of the two directions become one alignment.
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

/// Links of both directions: their intersection, grown by links next to one of it (Koehn et al.,
/// 2003, aclanthology.org/N03-1017). `grow_diag` takes a link of the union that is next to a taken
/// one, diagonally too, if its source or its target word has none yet, until none is left.
/// `grow_diag_final_and` then takes links, those of `forward` first, both of whose words have none.
/// Candidates are tried in order, so there is one result. Of `posterior` it is the intersection.
Links symmetrized(const Links& forward, const Links& backward, Symmetrization method);

}  // namespace regard::alignment
