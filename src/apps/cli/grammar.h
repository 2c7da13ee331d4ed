#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
class Option;
}  // namespace CLI

namespace regard::cli {

/// An option or a positional argument of a command.
struct Argument {
  enum class Takes { nothing, one, several };  ///< number of values

  std::vector<std::string> names = {};  ///< "-o", "--output"; "MODEL" if positional
  std::string metavariable = {};        ///< "FILE", "text|jsonl"; empty without a value
  std::vector<std::string> words = {};  ///< known values of the argument
  std::string sentence = {};
  std::string preset = {};  ///< the default; may be empty
  std::string group = {};   ///< "Options", or a more specific heading
  Takes takes = Takes::one;
  bool is_required = false;
  bool is_repeatable = false;
};

/// The arguments of a command, from which its --help, manual page and shell completion are made. It
/// is read from the declarations with which CLI11 parses.
struct Grammar {
  std::string name = {};                   ///< "regard tokenizer train"
  std::string summary = {};                ///< "train a tokenizer on text"
  std::string heading = {};                ///< heading of its group in `regard --help`: "Train"
  std::vector<std::string> examples = {};  ///< whole command lines
  std::vector<std::string> usages = {};    ///< "regard translate [OPTIONS] MODEL [TEXT...]"
  std::vector<Argument> places = {};       ///< positional arguments, in order
  std::vector<Argument> options = {};
  std::vector<Grammar> commands = {};
};

/// The grammar of a command, without the options of the empty group, which CLI11 hides.
Grammar grammar_of(const CLI::App& command);

/// The name of a command after the names of its parents: "regard tokenizer train".
std::string full_name(const CLI::App& command);

/// Sets the examples; without its own, a command inherits its parent's. Call before add_usage().
void set_examples(CLI::App& command, const std::vector<std::string>& examples);

/// Adds a usage line, without the name of the command: "[OPTIONS] MODEL [TEXT...]". Use it if CLI11
/// does not know which arguments are required, because one can replace another.
void add_usage(CLI::App& command, const std::string& usage);

/// A grammar as text. The build writes the grammar of regard-libtorch into the program without
/// LibTorch, which prints the help of commands that it does not have.
std::string grammar_json(const Grammar& grammar);
Grammar grammar_of_json(std::string_view json);

/// Assigns a heading to every option without one, depending only on the option's name, and groups
/// the options by heading. If a command has few options, they stay under one heading.
void set_headings(std::vector<Argument>& options);

/// The text of --help, in lines of at most 80 characters unless a word is longer: what the command
/// does, examples, usage, arguments, options by group, commands.
std::string help_text(const Grammar& grammar);

/// The text of --help for the whole program, whose commands are those of `program`.
std::string program_help(const Grammar& program);

/// The manual page of a command, in roff for the macros of man(7): regard-train(1). Subcommands
/// share the page of their command.
std::string manual_page(const Grammar& command, const Grammar& program);

/// The manual page regard(1), which lists the commands.
std::string manual_page_of_program(const Grammar& program);

/// The file name of a page: "regard-train.1".
std::string manual_file(const Grammar& grammar);

}  // namespace regard::cli
