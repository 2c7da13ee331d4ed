#include "base/machine.h"

#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <limits>
#include <new>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <typeinfo>
#include <vector>

#include "regard/base/str.h"

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

/// The files with the memory limit and usage in one version of control groups.
struct GroupFiles {
  const char *limit, *usage;
  const char* cached;  ///< a row of memory.stat: pages that the system can reclaim
};
constexpr GroupFiles kGroupsV1 = {.limit = "memory.limit_in_bytes",
                                  .usage = "memory.usage_in_bytes",
                                  .cached = "total_inactive_file"};
constexpr GroupFiles kGroupsV2 = {
    .limit = "memory.max", .usage = "memory.current", .cached = "inactive_file"};

/// Memory left in the control group of `folder`; the maximum value if it has no limit.
int64_t of_group(const fs::path& folder, const GroupFiles& files) {
  const auto limit = first_number_in(folder / files.limit);
  const auto usage = first_number_in(folder / files.usage);
  if (!limit || !usage) return std::numeric_limits<int64_t>::max();
  int64_t cached = 0;
  std::ifstream rows(folder / "memory.stat");
  std::string name;
  for (int64_t bytes = 0; rows >> name >> bytes;) {
    if (name == files.cached) cached = bytes;
  }
  return std::max<int64_t>(*limit - *usage + std::min(cached, *usage), 0);
}

}  // namespace

int64_t available_memory(const fs::path& root) {
  int64_t available = of_machine(root);
  for (const auto& [folder, is_v2] : control_groups("memory", root)) {
    available = std::min(available, of_group(folder, is_v2 ? kGroupsV2 : kGroupsV1));
  }
  return available;
}

double peak_mebibytes(const std::filesystem::path& root) {
  constexpr double kKibibytes = 1024;
  std::ifstream status(root / "proc/self/status");
  for (std::string line; std::getline(status, line);) {
    constexpr const char* kPeak = "VmHWM:";  // "high water mark", in kB
    if (line.starts_with(kPeak)) return std::stod(line.substr(6)) / kKibibytes;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  return static_cast<double>(usage.ru_maxrss) / (1024 * kKibibytes);
#else
  return static_cast<double>(usage.ru_maxrss) / kKibibytes;
#endif
}

bool is_out_of_memory(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return true;
  // LibTorch's errors are recognized by name, since LibTorch may not be linked: its CPU allocator
  // throws a plain c10::Error.
  const auto contains = [](std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  };
  return contains(typeid(error).name(), "OutOfMemoryError") ||
         contains(error.what(), "DefaultCPUAllocator");
}

namespace {

namespace fs = std::filesystem;

/// The fields of a line of /proc/self/mountinfo that locate control groups.
struct GroupMount {
  std::string shown;  ///< the group mounted at `point`
  std::string point;
  bool is_v2 = false;
};

bool contains(std::string_view list, std::string_view name) {
  const auto enclosed = str(',', list, ',');
  return enclosed.find(str(',', name, ',')) != std::string::npos;
}

/// The kernel writes blanks in paths as \040.
std::string without_escapes(const std::string& path) {
  std::string plain;
  for (size_t i = 0; i < path.size(); ++i) {
    constexpr size_t kDigits = 3;
    constexpr int kOctal = 8;
    int character = 0;
    if (path[i] == '\\' && i + kDigits < path.size() &&
        std::from_chars(&path[i + 1], &path[i + 1] + kDigits, character, kOctal).ptr ==
            &path[i + 1] + kDigits) {
      plain += static_cast<char>(character);
      i += kDigits;
    } else {
      plain += path[i];
    }
  }
  return plain;
}

/// The mounts of cgroup v2 and of v1's `controller`.
std::vector<GroupMount> group_mounts(const std::string& controller, const fs::path& root) {
  std::vector<GroupMount> mounts;
  std::ifstream in(root / "proc/self/mountinfo");
  for (std::string line; std::getline(in, line);) {
    // 36 35 98:0 /shown /point rw,noatime [optional fields] - type source super,options
    const auto separator = line.find(" - ");
    if (separator == std::string::npos) continue;
    std::istringstream before(line.substr(0, separator)), after(line.substr(separator + 3));
    std::string ignored, shown, point, type, source, options;
    before >> ignored >> ignored >> ignored >> shown >> point;
    after >> type >> source >> options;
    const bool is_v2 = type == "cgroup2";
    if (is_v2 || (type == "cgroup" && contains(options, controller))) {
      mounts.push_back({without_escapes(shown), without_escapes(point), is_v2});
    }
  }
  if (mounts.empty()) {  // systemd's default locations
    mounts = {{"/", "/sys/fs/cgroup", true}, {"/", "/sys/fs/cgroup/" + controller, false}};
  }
  return mounts;
}

/// The name of this process's group in v2, or in v1 for `controller`.
std::optional<std::string> own_group(const std::string& controller, const fs::path& root,
                                     bool is_v2) {
  std::ifstream in(root / "proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {  // number:controllers:/group
    const auto first = line.find(':');
    const auto second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const auto controllers = line.substr(first + 1, second - first - 1);
    const bool is_sought = is_v2 ? line.starts_with("0::") : contains(controllers, controller);
    if (is_sought) return line.substr(second + 1);
  }
  return std::nullopt;
}

/// The folder of a group below its mount. Inside a container, a group may have its name on the
/// host, which the mount does not show; the mount itself is then the container's group.
fs::path folder_of(const std::string& group, const GroupMount& mount) {
  if (mount.shown == "/") return fs::path(group).relative_path();
  const bool is_inside = group == mount.shown || group.starts_with(mount.shown + '/');
  return is_inside ? fs::path(group.substr(mount.shown.size())).relative_path() : fs::path();
}

}  // namespace

std::optional<int64_t> first_number_in(const fs::path& file) {
  int64_t number = 0;
  if (std::ifstream(file) >> number) return number;
  return std::nullopt;
}

std::vector<ControlGroup> control_groups(const std::string& controller, const fs::path& root) {
  std::vector<ControlGroup> groups;
  for (const auto& mount : group_mounts(controller, root)) {
    const auto own = own_group(controller, root, mount.is_v2);
    if (!own) continue;
    const auto top = root / fs::path(mount.point).relative_path();
    auto inner = folder_of(*own, mount);
    // Without its own namespace, a container has its group's name on the host, but not the folder.
    std::error_code ignored;
    if (!fs::is_directory(top / inner, ignored)) inner.clear();
    for (; !inner.empty(); inner = inner.parent_path()) {
      groups.push_back({top / inner, mount.is_v2});
    }
    groups.push_back({top, mount.is_v2});
  }
  return groups;
}

namespace {

namespace fs = std::filesystem;

/// CPUs that one group allows; 0 if it has no limit ("max" in v2, -1 in v1).
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

/// This file has the same content for all hyperthreads of a core.
std::string siblings_of(int processor) {
  std::ifstream in(str("/sys/devices/system/cpu/cpu", processor, "/topology/thread_siblings_list"));
  std::string siblings;
  std::getline(in, siblings);
  return siblings.empty() ? str(processor) : siblings;
}

/// Hyperthreads of one core share its arithmetic units, so one thread keeps the core busy.
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

namespace {

int64_t threads_at_first() {
  const char* variable = std::getenv("OMP_NUM_THREADS");
  const std::string_view text = variable == nullptr ? "" : variable;
  int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number > 0 ? number : cores();
}

std::atomic<int64_t>& number_of_threads() {
  static std::atomic<int64_t> number(threads_at_first());
  return number;
}

}  // namespace

int64_t threads() { return number_of_threads(); }

void for_parts(int64_t count, int64_t least,
               const std::function<void(int64_t begin, int64_t end)>& work) {
  const int64_t parts = std::clamp<int64_t>(count / std::max<int64_t>(least, 1), 1, threads());
  std::vector<std::exception_ptr> problems(static_cast<size_t>(parts));
  const auto do_part = [&](int64_t part) {
    try {
      work(count * part / parts, count * (part + 1) / parts);
    } catch (...) {
      problems[static_cast<size_t>(part)] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    int64_t begun = 1;
    try {
      for (; begun < parts; ++begun) others.emplace_back(do_part, begun);
    } catch (const std::system_error&) {  // out of threads: this thread does the rest
    }
    do_part(0);
    for (; begun < parts; ++begun) do_part(begun);
  }
  for (const auto& problem : problems) {
    if (problem) std::rethrow_exception(problem);
  }
}

void set_threads(int64_t threads) { number_of_threads() = std::max<int64_t>(threads, 1); }

}  // namespace regard
