#pragma once
#include <cstdint>
#include <filesystem>

namespace regard {

/// Bytes that this process may still allocate: of the machine, or within its container (a Linux
/// control group). 0 if the system does not tell. `root` is where /proc and /sys are.
int64_t available_memory(const std::filesystem::path& root = "/");

}  // namespace regard
