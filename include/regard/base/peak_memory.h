#pragma once
#include <cstdint>
#include <filesystem>

namespace regard {

/// The most bytes of memory that this process has had at once since its program began. `root` is
/// where /proc is. (What getrusage says would be wrong of a program that another one started: on
/// Linux it begins with what that one had.)
int64_t peak_memory(const std::filesystem::path& root = "/");

}  // namespace regard
