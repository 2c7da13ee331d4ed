#include "cli/completions.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "cli/completion.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

namespace fs = std::filesystem;

/// The last word of its name: "train".
std::string short_name(const Grammar& grammar) {
  return grammar.name.substr(grammar.name.rfind(' ') + 1);
}

/// The first sentence, without the full stop.
std::string brief(const std::string& sentences) {
  const auto first = sentences.substr(0, sentences.find(". "));
  return first.ends_with('.') ? first.substr(0, first.size() - 1) : first;
}

bool is_config(const fs::path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml";
}

/// Whether a run, or a model, is in this folder or is this file.
bool is_run(const fs::path& path) {
  std::error_code ignored;
  return path.extension() == ".regard" || fs::exists(path / "config.yaml", ignored);
}

struct PathEntry {
  fs::path path = {};
  std::string word = {};  ///< its path as the user types it
  bool is_folder = false;
};

/// The entries whose paths begin with `typed`. Hidden ones must be asked for by their dot.
std::vector<PathEntry> entries_of(const std::string& typed) {
  const auto slash = typed.rfind('/');
  const auto folder = slash == std::string::npos ? std::string() : typed.substr(0, slash + 1);
  const auto beginning = typed.substr(folder.size());
  fs::path place = folder.empty() ? fs::path(".") : fs::path(folder);
  const char* home = std::getenv("HOME");
  if (folder.starts_with("~/") && home != nullptr) place = str(home, folder.substr(1));
  std::vector<PathEntry> entries;
  std::error_code error;
  for (fs::directory_iterator entry(place, error), end; !error && entry != end;
       entry.increment(error)) {
    const auto name = entry->path().filename().string();
    if (!name.starts_with(beginning) || (name.starts_with('.') && beginning.empty())) continue;
    std::error_code ignored;
    entries.push_back({entry->path(), folder + name, entry->is_directory(ignored)});
  }
  return entries;
}

/// The runs among the entries and within them, and the folders, in which more may be.
void add_runs(const std::vector<PathEntry>& entries, std::vector<std::string>& words) {
  for (const auto& entry : entries) {
    if (is_run(entry.path)) {
      words.push_back(entry.word);
      continue;
    }
    if (!entry.is_folder) continue;
    const auto inner = entries_of(entry.word + '/');
    const auto before = words.size();
    for (const auto& run : inner) {
      if (is_run(run.path)) words.push_back(run.word);
    }
    if (words.size() == before) words.push_back(entry.word + '/');
  }
}

std::vector<std::string> paths_of(Values::Paths kind, const std::string& typed) {
  std::vector<std::string> words;
  if (kind == Values::Paths::none) return words;
  const auto entries = entries_of(typed);
  if (kind == Values::Paths::runs) {
    add_runs(entries, words);
    return words;
  }
  for (const auto& entry : entries) {
    if (entry.is_folder) {
      words.push_back(entry.word + '/');
    } else if (kind == Values::Paths::files ||
               (kind == Values::Paths::configs && is_config(entry.path))) {
      words.push_back(entry.word);
    }
  }
  return words;
}

/// Collects what begins with what is typed.
class Offer {
 public:
  /// `before` is the part of the typed word that every candidate repeats: "--format=".
  explicit Offer(std::string typed, std::string before = "")
      : typed_(std::move(typed)), before_(std::move(before)) {}

  void add(const std::string& word, const std::string& sentence = "") {
    if (word.starts_with(typed_))
      completions_.candidates.push_back({before_ + word, brief(sentence)});
  }

  void add_commands(const std::vector<Grammar>& commands) {
    for (const auto& command : commands) add(short_name(command), command.summary);
  }

  void add_values(const Argument& argument) {
    const auto values = values_of(argument.metavariable).value_or(Values{});
    for (const auto& word : argument.words) add(word);
    for (const auto& path : paths_of(values.paths, typed_)) add(path);
    completions_.are_paths = values.paths != Values::Paths::none;
  }

  Completions take() {
    std::ranges::sort(completions_.candidates, {}, &Completions::Candidate::word);
    return std::move(completions_);
  }

 private:
  std::string typed_, before_;
  Completions completions_;
};

/// The option that is spelt so, up to an "=", if it takes a value.
const Argument* valued_option(const Grammar& command, const std::string& word) {
  const auto name = word.substr(0, word.find('='));
  for (const auto& option : command.options) {
    if (option.takes == Argument::Takes::nothing) continue;
    if (std::ranges::count(option.names, name) != 0) return &option;
  }
  return nullptr;
}

/// What the word at the cursor is: the value of an option, or a positional argument, by its number.
/// Absent behind the "=" of KEY=VALUE, where nothing is offered.
struct Cursor {
  const Argument* option = nullptr;
  size_t place = 0;
};

std::optional<Cursor> cursor_behind(const Grammar& command, const std::vector<std::string>& words) {
  Cursor cursor;
  for (size_t i = 0; i < words.size(); ++i) {
    const auto& word = words[i];
    if (word == "=" || word == ":") {
      if (cursor.option != nullptr) continue;
      if (++i == words.size()) return std::nullopt;
    } else if (word.size() > 1 && word.starts_with('-')) {
      cursor.option = word.find('=') == std::string::npos ? valued_option(command, word) : nullptr;
    } else if (cursor.option == nullptr) {
      ++cursor.place;
    } else if (cursor.option->takes != Argument::Takes::several) {
      cursor.option = nullptr;
    }
  }
  return cursor;
}

Completions arguments_of(const Grammar& command, const std::vector<std::string>& before,
                         std::string typed) {
  const auto cursor = cursor_behind(command, before);
  if (!cursor || (typed == "=" && cursor->option == nullptr)) return {};
  if (typed == "=") typed.clear();
  if (typed.starts_with('-')) {
    const auto equals = typed.find('=');
    if (equals != std::string::npos) {
      Offer offer(typed.substr(equals + 1), typed.substr(0, equals + 1));
      if (const auto* option = valued_option(command, typed)) offer.add_values(*option);
      return offer.take();
    }
    Offer offer(typed);
    for (const auto& option : command.options) {
      for (const auto& name : option.names) offer.add(name, option.sentence);
    }
    return offer.take();
  }
  Offer offer(typed);
  if (cursor->option != nullptr) {
    offer.add_values(*cursor->option);
  } else if (!command.places.empty()) {
    const auto& last = command.places.back();
    if (cursor->place < command.places.size()) {
      offer.add_values(command.places[cursor->place]);
    } else if (last.takes == Argument::Takes::several) {
      offer.add_values(last);
    }
  }
  return offer.take();
}

}  // namespace

Completions completions(const Grammar& program, const std::vector<std::string>& words) {
  if (words.empty()) return {};
  const auto& typed = words.back();
  const Grammar* command = &program;
  size_t known = 0;  // words that name the command
  const bool is_help = words.size() > 1 && words.front() == "help";
  if (is_help) ++known;
  while (known + 1 < words.size() && !command->commands.empty()) {
    const auto& inner = command->commands;
    const auto found = std::ranges::find(inner, words[known], short_name);
    if (found == inner.end()) return {};
    command = &*found;
    ++known;
  }
  if (is_help || !command->commands.empty()) {
    Offer offer(typed);
    offer.add_commands(command->commands);
    if (command == &program && !is_help) offer.add("help", "List the commands, or explain one");
    for (const auto& option : command->options) {
      for (const auto& name : option.names) {
        if (!is_help && (typed.starts_with('-') || name == "--help"))
          offer.add(name, option.sentence);
      }
    }
    return offer.take();
  }
  return arguments_of(*command, {words.begin() + known, words.end() - 1}, typed);
}

std::string lines_of(const Completions& completions) {
  std::string lines = completions.are_paths ? "paths\n" : "words\n";
  for (const auto& candidate : completions.candidates) {
    if (candidate.word.find_first_of("\t\n") != std::string::npos) continue;
    lines += str(candidate.word, '\t', candidate.sentence, '\n');
  }
  return lines;
}

}  // namespace regard::cli
