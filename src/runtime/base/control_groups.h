#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace regard {

/// A Linux control group (cgroup) that this process is in: a folder with a file for each limit.
struct ControlGroup {
  std::filesystem::path folder;
  bool is_v2;  ///< version 2 and version 1 name their files differently
};

/// The groups that limit this process by a controller such as "cpu" or "memory": its own and all
/// those around it, innermost first, of version 2 and of version 1. `root` is where /proc and /sys
/// are.
std::vector<ControlGroup> control_groups(const std::string& controller,
                                         const std::filesystem::path& root = "/");

/// The number at the start of a limit's file; nothing if there is none ("max").
std::optional<int64_t> first_number_in(const std::filesystem::path& file);

}  // namespace regard
