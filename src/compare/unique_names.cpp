#include "compare/unique_names.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace regard::compare {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> parts_of(const std::string& directory) {
  std::vector<std::string> parts;
  for (const auto& part : fs::absolute(directory).lexically_normal()) {
    if (!part.empty()) parts.push_back(part.string());  // behind a last "/" is an empty one
  }
  return parts;
}

/// The last `count` of them, or all.
std::string last_parts(const std::vector<std::string>& parts, size_t count) {
  std::string name;
  for (size_t i = parts.size() - std::min(count, parts.size()); i < parts.size(); ++i) {
    name += (name.empty() || name == "/" ? "" : "/") + parts[i];
  }
  return name;
}

}  // namespace

std::vector<std::string> unique_names(const std::vector<std::string>& directories) {
  size_t longest = 1;
  for (const auto& directory : directories) {
    longest = std::max(longest, parts_of(directory).size());
  }
  std::vector<std::string> names;
  for (size_t count = 1; count <= longest; ++count) {
    names.clear();
    for (const auto& directory : directories) {
      names.push_back(last_parts(parts_of(directory), count));
    }
    if (std::set(names.begin(), names.end()).size() == names.size()) break;
  }
  return names;
}

}  // namespace regard::compare
