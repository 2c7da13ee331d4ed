#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace regard::cli {

/// The lines that a user typed, over several runs, in a file that only its owner can read. It is
/// shortened to limits::kHistoryLines from time to time. Where it cannot be read or written, there
/// is no history and no error.
class PromptHistory {
 public:
  /// Opens or creates the file, with its folder. An empty path: no history.
  explicit PromptHistory(const std::filesystem::path& path);
  ~PromptHistory();
  PromptHistory(const PromptHistory&) = delete;
  PromptHistory& operator=(const PromptHistory&) = delete;

  /// The last limits::kHistoryLines, oldest first, of all programs that share the file.
  std::vector<std::string> lines() const;
  /// Keeps a line, unless it is very long.
  void add(const std::string& line);

 private:
  void shorten();

  int descriptor_ = -1;
  int count_ = 0;  // of added lines
};

}  // namespace regard::cli
