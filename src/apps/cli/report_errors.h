#pragma once
#include <functional>

namespace regard::cli {

/// Runs the program and returns its exit code. Reports exceptions on standard error in one line,
/// with a line for the remedy, and stays silent if only the reader of standard output is gone.
int report_errors(const std::function<int()>& run);

}  // namespace regard::cli
