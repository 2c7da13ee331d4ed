#pragma once
#include <cstdint>
#include <filesystem>

namespace regard {

/// Bytes that this process may still take: of the machine, or what a container (a control group of
/// Linux) leaves of it. 0 where the system does not say. `root` is where /proc and /sys are.
int64_t available_memory(const std::filesystem::path& root = "/");

}  // namespace regard
