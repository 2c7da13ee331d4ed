#include "claims/claim_table.h"

namespace regard::claims {

const std::vector<Claim>& claims() {
  static const std::vector<Claim> kAll = {
      gradient_clipping(), eigenvalues(),         chain_rule_terms(),     truncation(),
      gated_cells(),       gated_time_and_data(), teacher_forcing(),      greedy_search(),
      beam_width(),        length_penalty(),      kernel_consistency(),   scaled_dot_products(),
      additive_scores(),   score_costs(),         attention_and_length(), multi_head(),
      head_pruning(),      embedding_scale(),     residual_connections(), warm_up(),
      label_smoothing()};
  return kAll;
}

}  // namespace regard::claims
