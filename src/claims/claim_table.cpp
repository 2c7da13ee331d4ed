#include "experiments.h"

namespace regard::claims {

const std::vector<Claim>& claims() {
  static const std::vector<Claim> all = {
      eigenvalues(),         chain_rule_terms(), gated_cells(), kernel_consistency(),
      scaled_dot_products(), additive_scores(),  multi_head(),
  };
  return all;
}

}  // namespace regard::claims
