#pragma once
#include <cstddef>
#include <string>

#include "architecture/registry.h"

namespace regard::cli {

/// Every architecture: its name, what it is and its paper, in lines of at most `columns`, or about
/// 60 if there are fewer.
std::string architecture_table(size_t columns);

/// The options of one: key, meaning, allowed values and default, in lines of at most `columns`.
std::string architecture_options(const model::Architecture& row, size_t columns);

}  // namespace regard::cli
