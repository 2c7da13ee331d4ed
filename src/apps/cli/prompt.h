#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace regard::cli {

/// Lines that a user types at a terminal, standard input, and edits there, in UTF-8, with earlier
/// ones at the arrow keys. The prompt and what is typed appear on standard error. One at a time.
class Prompt {
 public:
  /// `text` stands before each line, as "en> ". The history is kept in the file (prompt_history.h).
  /// Throws Error if the terminal cannot be used.
  Prompt(std::string text, const std::filesystem::path& history);
  ~Prompt();
  Prompt(const Prompt&) = delete;
  Prompt& operator=(const Prompt&) = delete;

  /// The next line, without its end; nothing after Ctrl-D. Ctrl-C begins the line again; where it
  /// is empty, throws Interrupted.
  std::optional<std::string> next();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::cli
