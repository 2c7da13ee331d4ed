#pragma once
#include <filesystem>

namespace regard {

/// Peak memory of this process in MiB since its program started. `root` is where /proc is.
/// (getrusage would be wrong for a program started by another one: on Linux it starts with the
/// parent's peak.)
double peak_mebibytes(const std::filesystem::path& root = "/");

}  // namespace regard
