#pragma once
#include <functional>

namespace regard::cli {

/// Runs the program and returns its exit code. What it throws is said on standard error in one
/// line, with a line for the remedy; nothing is said when only the reader of standard output has
/// gone.
int report_errors(const std::function<int()>& run);

}  // namespace regard::cli
