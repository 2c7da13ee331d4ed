#include "cli/run_program.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "base/readable.h"
#include "base/terminal.h"
#include "cli/grammar.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

constexpr EnvironmentVariable kVariables[] = {
    {"NO_COLOR", "If it is not empty, messages and charts have no colors.", ""},
    {"TERM", "If it is dumb, there are neither colors nor progress bars.", ""},
    {"TMPDIR", "The folder for temporary files, instead of /tmp.", ""},
    {"PATH", "The folders to search for pdftotext, which reads PDF.", "translate"},
    {"XDG_STATE_HOME, HOME",
     "Where regard keeps the key by which it recognizes models that were trained here: "
     "$XDG_STATE_HOME/regard/key, or else ~/.local/state/regard/key.",
     ""},
    {"REGARD_MODELS",
     "The folder of the models that come with regard, instead of the installation's "
     "share/regard/models.",
     ""},
    {"REGARD_ISA",
     "The instruction set to compute with, instead of the best one that the processor supports.",
     ""},
    {"OMP_NUM_THREADS",
     "The number of threads if no option sets it. Default: one per core that the CPU affinity of "
     "the process and the quota of its container allow.",
     ""},
    {"GOMP_SPINCOUNT, OMP_WAIT_POLICY",
     "How threads wait for work. If neither is set, waiting threads soon sleep "
     "(GOMP_SPINCOUNT=1000).",
     ""},
    {"SACREBLEU_SEED",
     "Seed of significance tests. Default: 12345. none: a different seed each time.", "score"},
    {"SACREBLEU_FORMAT", "The format of scores, json or text; same as -f.", "score"},
    {"RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR, MASTER_PORT",
     "The rank of this process among those that train one model, as set by torchrun. Without these "
     "variables, those that srun sets are used: SLURM_PROCID, SLURM_NTASKS and others.",
     "train"},
    {"REGARD_JOIN_SECONDS", "Seconds that processes wait for one another at the start.", "train"},
    {"REGARD_SILENCE_SECONDS", "Seconds after which a silent process counts as lost.", "train"},
    {"GLOO_SOCKET_IFNAME", "The network interface over which processes communicate.", "train"},
    {"TORCH_CPP_LOG_LEVEL", "If it is set, LibTorch writes its own messages about processes.",
     "train"},
};

}  // namespace

std::span<const EnvironmentVariable> environment_variables() { return kVariables; }

namespace {

// The innermost command that the arguments name, such as `regard tokenizer train`.
const CLI::App& innermost(const CLI::App& command) {
  const CLI::App* innermost = &command;
  while (!innermost->get_subcommands().empty()) innermost = innermost->get_subcommands().front();
  return *innermost;
}

std::vector<std::string> long_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* option : command.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> subcommand_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* subcommand : command.get_subcommands({}))
    names.push_back(subcommand->get_name());
  return names;
}

/// A suggestion: "-i" can mean any long name that begins with i, and "-input" can mean --input.
std::string meant_by_short_name(const std::string& name, const std::vector<std::string>& names) {
  if (name.size() > 2) return did_you_mean('-' + name, names);
  std::vector<std::string> meant;
  for (const auto& one : names) {
    if (one.starts_with('-' + name)) meant.push_back('\'' + one + '\'');
  }
  constexpr size_t kMost = 3;
  if (meant.empty() || meant.size() > kMost) return "";
  return str("did you mean ", join(meant, " or "), '?');
}

/// Suggests --source for --input or the reverse: commands that have --reference have --source.
std::string meant_by_input(const std::string& name, const std::vector<std::string>& names) {
  const std::string other = name == "--input" ? "--source" : name == "--source" ? "--input" : "";
  return std::ranges::find(names, other) == names.end() ? "" : str("did you mean '", other, "'?");
}

Error unexpected_option(const CLI::App& command, const std::string& name) {
  const auto names = long_names(command);
  auto meant =
      name.starts_with("--") ? did_you_mean(name, names) : meant_by_short_name(name, names);
  if (meant.empty()) meant = meant_by_input(name, names);
  return Error(str(full_name(command), " has no option ", name), {},
               meant.empty() ? str("see ", full_name(command), " --help") : meant);
}

Error unexpected(const CLI::App& command, const std::string& argument) {
  if (argument.starts_with('-')) {
    return unexpected_option(command, argument.substr(0, argument.find('=')));
  }
  const std::string help = str("see ", full_name(command), " --help");
  const auto subcommands = subcommand_names(command);
  if (subcommands.empty()) {
    return Error(str(full_name(command), " does not expect '", argument, "'"), {}, help);
  }
  const auto meant = did_you_mean(argument, subcommands);
  return Error(str("unknown command ", full_name(command), ' ', argument), {},
               meant.empty() ? help : meant);
}

/// The option that a message of CLI11 begins with ("--rows: ..."), or null.
const CLI::Option* option_in(const std::string& message, const CLI::App& command) {
  return command.get_option_no_throw(message.substr(0, message.find_first_of(": ")));
}

/// Rewords "Could not convert: --rows = x".
std::string wrong_value(const std::string& message, const CLI::App& command) {
  constexpr std::string_view kBegin = "Could not convert: ", kEquals = " = ";
  if (!message.starts_with(kBegin)) {
    return message.substr(0, message.find(':')) + " does not take a value";
  }
  const auto equals = message.find(kEquals);
  const auto name = message.substr(kBegin.size(), equals - kBegin.size());
  const auto value = message.substr(equals + kEquals.size());
  const auto* option = command.get_option_no_throw(name);
  if (option != nullptr && option->get_expected_max() == 0) return name + " does not take a value";
  const bool is_whole = option != nullptr && option->get_type_name() == "N";
  return str(name, " must be a ", is_whole ? "whole number" : "number", ", but is '", value, "'");
}

/// Rewords "--beam-size: 1 required N missing", "--beam-size: At Most 1 required but received 2"
/// and "--json was given a disallowed flag override".
std::string wrong_number_of_values(const std::string& message, const CLI::App& command) {
  const auto* option = option_in(message, command);
  const auto name = message.substr(0, message.find_first_of(": "));
  if (option != nullptr && option->get_expected_max() == 0) return name + " does not take a value";
  constexpr std::string_view kReceived = "received ";
  if (const auto received = message.find(kReceived);
      option != nullptr && option->get_expected_max() > 1 && received != std::string::npos) {
    return str(name, " takes at most ", option->get_expected_max(), " values, but is given ",
               message.substr(received + kReceived.size()));
  }
  const bool is_repeated = message.find("received") != std::string::npos &&
                           message.find("received 0") == std::string::npos;
  return name + (is_repeated ? " is given more than once" : " needs a value");
}

/// Rewords the messages of CLI11, which are written for programmers.
std::string sentence_of(const CLI::ParseError& error, const CLI::App& command) {
  const std::string text = error.what();
  const auto both = [&](std::string_view between, std::string_view words) {
    const auto found = text.find(between);
    return found == std::string::npos
               ? text
               : str(text.substr(0, found), words, text.substr(found + between.size()));
  };
  if (error.get_name() == "ArgumentMismatch") return wrong_number_of_values(text, command);
  if (error.get_name() == "ConversionError") return wrong_value(text, command);
  if (error.get_name() == "RequiresError") return both(" requires ", " has no effect without ");
  if (error.get_name() == "ExcludesError") {
    return both(" excludes ", " and ") + " cannot be combined";
  }
  const auto subcommands = subcommand_names(command);
  if (error.get_name() == "RequiredError" && !subcommands.empty()) {
    return full_name(command) + " needs one of its commands: " + join(subcommands);
  }
  if (const auto* option = option_in(text, command);
      error.get_name() == "RequiredError" && option != nullptr && option->get_positional()) {
    return option->get_name(true, false) + " is required";
  }
  return text;
}

/// Throws Error for --json=yes: CLI11 would read a number from such a value.
void check_flags(const CLI::App& command, const std::vector<std::string>& arguments) {
  for (const auto& argument : arguments) {
    if (argument == "--") return;
    const auto equals = argument.find('=');
    if (!argument.starts_with("--") || equals == std::string::npos) continue;
    const auto* option = command.get_option_no_throw(argument.substr(0, equals));
    if (option == nullptr || option->get_expected_max() > 0) continue;
    throw Error(argument.substr(0, equals) + " does not take a value", {},
                str("see ", full_name(command), " --help"));
  }
}

/// Throws Error for an empty value of an option that names a file, a folder or a run.
void check_names(const CLI::App& command) {
  constexpr std::array<std::string_view, 4> kNames = {"FILE", "DIR", "PATH", "RUN"};
  for (const auto* option : command.get_options()) {
    const bool is_name = std::ranges::find(kNames, option->get_type_name()) != kNames.end();
    if (!is_name || option->get_lnames().empty() || option->count() == 0) continue;
    if (std::ranges::find(option->results(), "") == option->results().end()) continue;
    throw Error(str("--", option->get_lnames().front(), " is empty"), {},
                "name a file or a folder, or leave the option out");
  }
}

// Moves an option that can also be positional to the front: otherwise a word before it would be
// taken for the positional argument.
std::vector<std::string> with_named_places_first(const CLI::App& command,
                                                 std::vector<std::string> arguments) {
  const CLI::App* reached = &command;
  size_t first = 0;
  for (; first < arguments.size(); ++first) {
    const auto subcommands = reached->get_subcommands(
        [&](const CLI::App* one) { return one->get_name() == arguments[first]; });
    if (subcommands.empty()) break;
    reached = subcommands.front();
  }
  check_flags(*reached, arguments);
  for (const auto* option : reached->get_options()) {
    if (!option->get_positional() || option->get_lnames().empty()) continue;
    const auto name = "--" + option->get_lnames().front();
    const auto begin = arguments.begin() + static_cast<std::ptrdiff_t>(first);
    const auto found = std::find_if(begin, arguments.end(), [&](const std::string& argument) {
      return argument == name || argument.starts_with(name + '=');
    });
    if (found == arguments.end()) continue;
    const bool has_value = *found == name && found + 1 != arguments.end();
    std::rotate(begin, found, found + (has_value ? 2 : 1));
  }
  return arguments;
}

}  // namespace

bool parse(CLI::App& command, const std::vector<std::string>& given) {
  const auto arguments = with_named_places_first(command, given);
  try {
    // CLI11 expects the arguments in reverse order.
    command.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    check_names(innermost(command));
    return true;
  } catch (const CLI::CallForHelp&) {
    write_standard_output(help_text(grammar_of(innermost(command))));
    return false;
  } catch (const CLI::ExtrasError&) {
    throw unexpected(innermost(command), command.remaining(true).front());
  } catch (const CLI::ParseError& error) {
    // A misspelled option leaves others without their value, so it is reported first. A command
    // that reads remaining arguments itself has no misspelled options.
    const auto& reached = innermost(command);
    const auto extras = command.remaining(true);
    if (!extras.empty() && !reached.get_allow_extras()) throw unexpected(reached, extras.front());
    throw Error(sentence_of(error, reached), {}, see_help_of_parsed(command));
  }
}

std::string see_help_of_parsed(const CLI::App& command) {
  return str("see ", full_name(innermost(command)), " --help");
}

}  // namespace regard::cli
