#include "base/cores.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include "base/control_groups.h"
#include "regard/base/str.h"

namespace regard {
namespace {

namespace fs = std::filesystem;

/// CPUs that one group allows; 0 without a limit, for which v2 has "max" and v1 -1.
double quota_of(const ControlGroup& group) {
  double quota = -1, period = -1;
  if (group.is_v2) {
    std::ifstream in(group.folder / "cpu.max");
    if (!(in >> quota >> period)) return 0;
  } else {
    quota = static_cast<double>(first_number_in(group.folder / "cpu.cfs_quota_us").value_or(-1));
    period = static_cast<double>(first_number_in(group.folder / "cpu.cfs_period_us").value_or(-1));
  }
  return quota > 0 && period > 0 ? quota / period : 0;
}

}  // namespace

std::optional<int64_t> cpu_quota(const fs::path& root) {
  double smallest = 0;
  for (const auto& group : control_groups("cpu", root)) {
    const double quota = quota_of(group);
    if (quota > 0 && (smallest == 0 || quota < smallest)) smallest = quota;
  }
  if (smallest == 0) return std::nullopt;
  return std::max<int64_t>(static_cast<int64_t>(std::ceil(smallest)), 1);
}

#ifdef __EMSCRIPTEN__
// Browsers start threads only for pages with special headers.
int64_t cores() { return 1; }
#else
namespace {

/// The file that names all processors of a core is the same for each of them.
std::string siblings_of(int processor) {
  std::ifstream in(str("/sys/devices/system/cpu/cpu", processor, "/topology/thread_siblings_list"));
  std::string siblings;
  std::getline(in, siblings);
  return siblings.empty() ? str(processor) : siblings;
}

/// Two processors of one core take turns at its arithmetic: one thread keeps it busy.
int64_t allowed_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) {
    return std::max<int64_t>(std::thread::hardware_concurrency(), 1);
  }
  std::set<std::string> found;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &allowed)) found.insert(siblings_of(processor));
  }
  return std::max<int64_t>(static_cast<int64_t>(found.size()), 1);
}

}  // namespace

int64_t cores() {
  const auto allowed = allowed_cores();
  const auto quota = cpu_quota();
  return quota ? std::min(*quota, allowed) : allowed;
}
#endif

}  // namespace regard
