#pragma once
#include <vector>

#include "cli/grammar.h"

namespace regard::cli {

/// Gives every option that has no heading of its own one by its name, the same in every command,
/// and puts the options of a heading next to each other. The few of a short command stay under one
/// heading.
void set_headings(std::vector<Argument>& options);

}  // namespace regard::cli
