#pragma once
#include "claims/claim.h"

namespace regard::claims {

// The claims, in the order of the book. Each is in the source file with its name, except
// length_penalty(), which is in beam_width.cpp.
Claim gradient_clipping();
Claim eigenvalues();
Claim chain_rule_terms();
Claim truncation();
Claim gated_cells();
Claim gated_time_and_data();
Claim teacher_forcing();
Claim greedy_search();
Claim beam_width();
Claim length_penalty();
Claim kernel_consistency();
Claim scaled_dot_products();
Claim additive_scores();
Claim score_costs();
Claim attention_and_length();
Claim multi_head();
Claim head_pruning();
Claim embedding_scale();
Claim residual_connections();
Claim warm_up();
Claim label_smoothing();

}  // namespace regard::claims
