#pragma once
#include <optional>
#include <string>

#include "explain/walk.h"

namespace regard::explain {

/// One HTML file without a network: the book's worked examples, with its printed numbers, and, if
/// there is a walk, every step of it with its formula, its numbers as a map, and the line of source
/// that computes it.
std::string explain_page(const std::optional<Walk>& walk);

/// The book's worked examples as steps, computed by the project's own operations.
std::vector<Step> worked_examples();

}  // namespace regard::explain
