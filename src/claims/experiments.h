#pragma once
#include "regard/claims/claim.h"

namespace regard::claims {

// Each in a source of its name, in the order of the book.
Claim kernel_consistency();
Claim scaled_dot_products();
Claim additive_scores();
Claim multi_head();
Claim eigenvalues();
Claim chain_rule_terms();
Claim gated_cells();

}  // namespace regard::claims
