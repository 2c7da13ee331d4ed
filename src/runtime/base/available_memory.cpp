#include "base/available_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "base/control_groups.h"

namespace regard {
namespace {

namespace fs = std::filesystem;

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

/// Memory left to the control group in `folder`; the maximum if it has no limit.
int64_t of_group(const fs::path& folder, const char* limit_name, const char* usage_name) {
  const auto limit = first_number_in(folder / limit_name);
  const auto usage = first_number_in(folder / usage_name);
  if (!limit || !usage) return std::numeric_limits<int64_t>::max();
  return std::max<int64_t>(*limit - *usage, 0);
}

}  // namespace

int64_t available_memory(const fs::path& root) {
  int64_t available = of_machine(root);
  for (const auto& [folder, is_v2] : control_groups("memory", root)) {
    available = std::min(
        available, is_v2 ? of_group(folder, "memory.max", "memory.current")
                         : of_group(folder, "memory.limit_in_bytes", "memory.usage_in_bytes"));
  }
  return available;
}

}  // namespace regard
