#include "regard/base/available_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>

namespace regard {
namespace {

namespace fs = std::filesystem;

/// The number at the start of a file; nothing if there is none ("max").
std::optional<int64_t> number_in(const fs::path& file) {
  int64_t number = 0;
  if (std::ifstream(file) >> number) return number;
  return std::nullopt;
}

int64_t of_machine(const fs::path& root) {
  std::ifstream lines(root / "proc/meminfo");
  for (std::string name, unit; lines >> name;) {
    int64_t kilobytes = 0;
    lines >> kilobytes;
    std::getline(lines, unit);
    if (name == "MemAvailable:") return kilobytes * 1024;
  }
  return 0;
}

/// What the control group in `folder` has left; the maximum if it has no limit.
int64_t of_group(const fs::path& folder, const char* limit_name, const char* usage_name) {
  const auto limit = number_in(folder / limit_name);
  const auto usage = number_in(folder / usage_name);
  if (!limit || !usage) return std::numeric_limits<int64_t>::max();
  return std::max<int64_t>(*limit - *usage, 0);
}

/// The folder in /sys/fs/cgroup of a group that /proc/self/cgroup calls "/a/b".
fs::path below(const fs::path& folder, const std::string& group) {
  return group.size() > 1 ? folder / group.substr(1) : folder;
}

}  // namespace

int64_t available_memory(const fs::path& root) {
  int64_t available = of_machine(root);
  const auto groups = root / "sys/fs/cgroup";
  std::ifstream lines(root / "proc/self/cgroup");  // number:controllers:group
  for (std::string number, controllers, group; std::getline(lines, number, ':') &&
                                               std::getline(lines, controllers, ':') &&
                                               std::getline(lines, group);) {
    if (controllers.empty()) {  // version 2
      // Inside a container, its own group appears as the root.
      for (const auto& folder : {below(groups, group), groups}) {
        available = std::min(available, of_group(folder, "memory.max", "memory.current"));
      }
    } else if (controllers == "memory") {  // version 1
      for (const auto& folder : {below(groups / "memory", group), groups / "memory"}) {
        available =
            std::min(available, of_group(folder, "memory.limit_in_bytes", "memory.usage_in_bytes"));
      }
    }
  }
  return available;
}

}  // namespace regard
