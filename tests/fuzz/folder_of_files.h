#pragma once
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

namespace regard::fuzz {

/// A folder for readers of several files, in memory if the machine has such folders. Removed with
/// the object.
class FolderOfFiles {
 public:
  FolderOfFiles() {
    namespace fs = std::filesystem;
    const fs::path memory = "/dev/shm";
    std::string name = ((::access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path()) /
                        "regard-fuzz-XXXXXX")
                           .string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  ~FolderOfFiles() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  FolderOfFiles(const FolderOfFiles&) = delete;
  FolderOfFiles& operator=(const FolderOfFiles&) = delete;

  std::string path() const { return path_.string(); }

  /// Adds or replaces a file.
  void set(const std::string& name, std::string_view content) {
    const auto known = files_.find(name);
    if (known != files_.end() && known->second == content) return;
    std::ofstream(path_ / name, std::ios::binary) << content;
    files_[name] = content;
  }

  /// Replaces all files.
  void set_all(const std::map<std::string, std::string>& files) {
    std::erase_if(files_, [&](const auto& file) {
      return !files.contains(file.first) && std::filesystem::remove(path_ / file.first);
    });
    for (const auto& [name, content] : files) set(name, content);
  }

 private:
  std::filesystem::path path_;
  std::map<std::string, std::string> files_;
};

}  // namespace regard::fuzz
