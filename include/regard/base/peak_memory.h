#pragma once
#include <filesystem>

namespace regard {

/// The most memory, in MiB, that this process has had at once since its program began. `root` is
/// where /proc is. (What getrusage says would be wrong of a program that another one started: on
/// Linux it begins with what that one had.)
double peak_mebibytes(const std::filesystem::path& root = "/");

}  // namespace regard
