#pragma once
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "explain/walk.h"

namespace regard::explain {

/// A walk without its steps, for the script of a page: tokens as readers know them, and for each
/// position the most probable tokens and the beam.
nlohmann::json json_of(const Walk& walk);

/// Steps for the script of a page, with at most `columns` numbers of each vector. Where
/// `is_shown` is false, null stands for the numbers of each head.
nlohmann::json json_of(const std::vector<Step>& steps, int64_t columns,
                       const std::function<bool(const Step&)>& is_shown);

}  // namespace regard::explain
