#pragma once
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "explain/walk.h"

namespace regard::explain {

/// A walk without its steps, for a page's script: readable tokens, and for each position the most
/// probable tokens and the beam.
nlohmann::json json_of(const Walk& walk);

/// Steps for a page's script, with at most `columns` numbers of each vector. If `is_shown` is
/// false, the numbers of each head are null.
nlohmann::json json_of(const std::vector<Step>& steps, int64_t columns,
                       const std::function<bool(const Step&)>& is_shown);

}  // namespace regard::explain
