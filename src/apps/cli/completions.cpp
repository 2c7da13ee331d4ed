#include "cli/completion.h"

#include <algorithm>
#include <utility>

#include "regard/base/str.h"

namespace regard::cli {
namespace {

/// The last word of a command's name: "train".
std::string short_name(const Grammar& grammar) {
  return grammar.name.substr(grammar.name.rfind(' ') + 1);
}

/// The first sentence, without the period.
std::string brief(const std::string& sentences) {
  size_t end = sentences.find(". ");
  while (end != std::string::npos && sentences.substr(0, end).ends_with("e.g")) {
    end = sentences.find(". ", end + 1);
  }
  const auto first = sentences.substr(0, end);
  return first.ends_with('.') ? first.substr(0, first.size() - 1) : first;
}

/// Collects candidates that begin with the typed text.
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

  void add_values(const Argument& argument, const std::vector<std::string>& places) {
    const auto values = values_of(argument.metavariable).value_or(Values{});
    const auto words = completed_values(values, typed_, places);
    completions_.are_paths = values.paths != Values::Paths::none;
    const size_t repeated = repeated_size(values, typed_);
    if (repeated == 0) {
      for (const auto& word : argument.words) add(word);
    }
    before_ += typed_.substr(0, repeated);
    typed_ = typed_.substr(repeated);
    for (const auto& word : words) add(word);
  }

  Completions take() {
    auto& candidates = completions_.candidates;
    std::ranges::sort(candidates, {}, &Completions::Candidate::word);
    const auto same = [](const auto& a, const auto& b) { return a.word == b.word; };
    candidates.erase(std::unique(candidates.begin(), candidates.end(), same), candidates.end());
    return std::move(completions_);
  }

 private:
  std::string typed_, before_;
  Completions completions_;
};

/// The option that the word spells, up to any "="; null unless it takes a value.
const Argument* valued_option(const Grammar& command, const std::string& word) {
  const auto name = word.substr(0, word.find('='));
  for (const auto& option : command.options) {
    if (option.takes == Argument::Takes::nothing) continue;
    if (std::ranges::count(option.names, name) != 0) return &option;
  }
  return nullptr;
}

/// The word at the cursor: the value of an option, or the next positional argument.
struct Cursor {
  const Argument* option = nullptr;
  std::vector<std::string> places;  ///< positional arguments before it
};

Cursor cursor_behind(const Grammar& command, const std::vector<std::string>& words) {
  Cursor cursor;
  for (const auto& word : words) {
    if (word.size() > 1 && word.starts_with('-')) {
      cursor.option = word.find('=') == std::string::npos ? valued_option(command, word) : nullptr;
    } else if (cursor.option == nullptr) {
      cursor.places.push_back(word);
    } else if (cursor.option->takes != Argument::Takes::several) {
      cursor.option = nullptr;
    }
  }
  return cursor;
}

Completions arguments_of(const Grammar& command, const std::vector<std::string>& before,
                         const std::string& typed) {
  const auto cursor = cursor_behind(command, before);
  const auto& places = cursor.places;
  if (typed.starts_with('-')) {
    const auto equals = typed.find('=');
    if (equals != std::string::npos) {
      Offer offer(typed.substr(equals + 1), typed.substr(0, equals + 1));
      if (const auto* option = valued_option(command, typed)) offer.add_values(*option, places);
      return offer.take();
    }
    Offer offer(typed);
    for (const auto& option : command.options) {
      for (const auto& name : option.names) offer.add(name, option.sentence);
    }
    return offer.take();
  }
  Offer offer(typed);
  if (cursor.option != nullptr) {
    offer.add_values(*cursor.option, places);
  } else if (!command.places.empty()) {
    const auto& last = command.places.back();
    if (places.size() < command.places.size()) {
      offer.add_values(command.places[places.size()], places);
    } else if (last.takes == Argument::Takes::several) {
      offer.add_values(last, places);
    }
  }
  return offer.take();
}

/// Joins words that bash has split at "=" and ":". Returns how many bytes of the last word
/// precede the part that bash completes.
size_t join_split(std::vector<std::string>& words) {
  std::vector<std::string> joined;
  size_t before = 0;
  bool is_open = false;  // after "=" or ":"
  for (auto& word : words) {
    const bool is_mark = word == "=" || word == ":";
    if ((!is_mark && !is_open) || joined.empty()) {
      before = 0;
      joined.push_back(std::move(word));
    } else {
      before = joined.back().size() + (is_mark ? word.size() : 0);
      joined.back() += word;
    }
    is_open = is_mark;
  }
  words = std::move(joined);
  return before;
}

Completions completions_of(const Grammar& program, const std::vector<std::string>& words) {
  const auto& typed = words.back();
  const Grammar* command = &program;
  size_t known = 0;  // number of words that name the command
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

}  // namespace

Completions completions(const Grammar& program, std::vector<std::string> words) {
  if (words.empty()) return {};
  const size_t before = join_split(words);
  auto found = completions_of(program, words);
  for (auto& candidate : found.candidates) candidate.word.erase(0, before);
  return found;
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
