#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/translation_text.h"

namespace regard::cli {

/// The lines that a user typed in several runs, kept in a file that only its owner can read. The
/// file is cut to limits::kHistoryLines lines from time to time. If it cannot be read or written,
/// the history is empty, without an error.
class PromptHistory {
 public:
  /// Opens or creates the file, with its folder. An empty path: no history.
  explicit PromptHistory(const std::filesystem::path& path);
  ~PromptHistory();
  PromptHistory(const PromptHistory&) = delete;
  PromptHistory& operator=(const PromptHistory&) = delete;

  /// The last limits::kHistoryLines lines of all programs that share the file, oldest first.
  std::vector<std::string> lines() const;
  /// Keeps a line, unless it is very long.
  void add(const std::string& line);

 private:
  void shorten();

  int descriptor_ = -1;
  int count_ = 0;  // number of added lines
};

/// Reads lines that a user types and edits at a terminal (standard input), in UTF-8. The
/// arrow keys recall earlier lines. The prompt and the typed text appear on standard error. Only
/// one Prompt may exist at a time.
class Prompt {
 public:
  /// `text` precedes each line: "en> ". The history is kept in the file `history`. Throws Error if
  /// the terminal cannot be used.
  Prompt(std::string text, const std::filesystem::path& history);
  ~Prompt();
  Prompt(const Prompt&) = delete;
  Prompt& operator=(const Prompt&) = delete;

  /// The next line, without its end; nullopt after Ctrl-D. Ctrl-C discards the line; on an empty
  /// line, it throws Interrupted.
  std::optional<std::string> next();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Whether standard input, output and error are all terminals: someone types and reads the answers.
bool is_at_terminal();

/// Lines that a user types, one at a time, after a prompt that names the source language of the
/// model in this directory. First prints how to exit. Skips blank lines. `next` throws Interrupted
/// after Ctrl-C on an empty line.
std::unique_ptr<Blocks> typed_lines(const std::string& model);

}  // namespace regard::cli
