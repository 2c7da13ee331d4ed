#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
class Option;
}  // namespace CLI

namespace regard::cli {

/// An option of a command, or a place among the words that belong to no option.
struct Argument {
  enum class Takes { nothing, one, several };  ///< values at once

  std::vector<std::string> names = {};  ///< "-o", "--output"; of a place "MODEL"
  std::string metavariable = {};        ///< "FILE", "text|jsonl"; empty if it takes nothing
  std::vector<std::string> words = {};  ///< known values of the argument
  std::string sentence = {};
  std::string preset = {};  ///< the default; may be empty
  std::string group = {};   ///< "Options", or a more special heading
  Takes takes = Takes::one;
  bool is_required = false;
  bool is_repeatable = false;
};

/// The arguments of a command, as its --help, manual page and shell completion show them:
/// all are made of this, which is read from the declarations that CLI11 parses by.
struct Grammar {
  std::string name = {};                   ///< "regard tokenizer train"
  std::string summary = {};                ///< "train a tokenizer on text"
  std::string heading = {};                ///< heading of its group in `regard --help`: "Train"
  std::vector<std::string> examples = {};  ///< whole command lines
  std::vector<std::string> usages = {};    ///< "regard translate [OPTIONS] MODEL [TEXT...]"
  std::vector<Argument> places = {};       ///< in order
  std::vector<Argument> options = {};
  std::vector<Grammar> commands = {};
};

/// Options of the empty group are left out: CLI11 hides them.
Grammar grammar_of(const CLI::App& command);

/// The name of a command with those of its parents: "regard tokenizer train".
std::string full_name(const CLI::App& command);

/// Before add_usage(). CLI11 gives a command those of its parent.
void set_examples(CLI::App& command, const std::vector<std::string>& examples);

/// Adds a usage line, which follows the name of the command: "[OPTIONS] MODEL [TEXT...]". For a
/// command whose required arguments CLI11 does not know, since one can stand for another.
void add_usage(CLI::App& command, const std::string& usage);

/// A grammar as text. regard-libtorch writes that of its commands when it is built, and the program
/// without LibTorch, which cannot declare them, prints their --help from it.
std::string grammar_json(const Grammar& grammar);
Grammar grammar_of_json(std::string_view json);

/// Gives every option that has no heading of its own one by its name, the same in every command,
/// and puts the options of a heading next to each other. The few of a short command stay under one
/// heading.
void set_headings(std::vector<Argument>& options);

/// What --help prints, in lines of at most 80 characters unless a word is longer: what the command
/// does, examples, usage, arguments, options by group, commands.
std::string help_text(const Grammar& grammar);

/// What --help prints of the whole program, whose commands are those of `program`.
std::string program_help(const Grammar& program);

/// The manual page of a command, in roff for the macros of man(7): regard-train(1). The commands of
/// a command share its page.
std::string manual_page(const Grammar& command, const Grammar& program);

/// regard(1), which lists the commands.
std::string manual_page_of_program(const Grammar& program);

/// "regard-train.1", the file of a page.
std::string manual_file(const Grammar& grammar);

}  // namespace regard::cli
