#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/files.h"

namespace regard::test {

/// A new empty folder, removed after the test.
class TemporaryFolder : public ScratchFolder {
 public:
  TemporaryFolder() {}  // NOLINT(modernize-use-equals-default): a const one needs it

  /// Writes a file, and creates its parent folders; returns its path.
  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path() / name).parent_path());
    std::ofstream(path() / name, std::ios::binary) << text;
    return *this / name;
  }

  std::string read(const std::string& name) const;

  /// Names of the folder's entries, sorted.
  std::vector<std::string> names() const;
};

inline std::string content_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

inline std::string TemporaryFolder::read(const std::string& name) const {
  return content_of(path() / name);
}

inline std::vector<std::string> TemporaryFolder::names() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path())) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace regard::test
