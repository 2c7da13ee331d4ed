#include "base/control_groups.h"

#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

#include "regard/base/str.h"

namespace regard {
namespace {

namespace fs = std::filesystem;

/// A line of /proc/self/mountinfo, as far as it tells where control groups are.
struct GroupMount {
  std::string shown;  ///< the group that is seen at `point`
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

/// The mounts of cgroup v2 and of v1's controller.
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
  if (mounts.empty()) {  // where systemd mounts them
    mounts = {{"/", "/sys/fs/cgroup", true}, {"/", "/sys/fs/cgroup/" + controller, false}};
  }
  return mounts;
}

/// The name of this process's group, in v2 or for v1's controller.
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

/// The folder of a group below its mount. Inside a container, a group may be named by its place
/// outside, which the mount does not show; the mount itself is then the container's group.
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
    // Without a namespace of its own, a container's group is named as outside, but not shown.
    std::error_code ignored;
    if (!fs::is_directory(top / inner, ignored)) inner.clear();
    for (; !inner.empty(); inner = inner.parent_path()) {
      groups.push_back({top / inner, mount.is_v2});
    }
    groups.push_back({top, mount.is_v2});
  }
  return groups;
}

}  // namespace regard
