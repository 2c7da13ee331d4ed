#pragma once
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "base/readable.h"
#include "config/writer.h"
#include "regard/base/error.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"
#include "regard/config/check.h"
#include "regard/config/scalar.h"
#include "store/model_directory.h"

namespace regard::cli {

/// The number as JSON; null if it is missing or not finite.
inline nlohmann::ordered_json json_or_null(std::optional<double> value) {
  if (value && std::isfinite(*value)) return *value;
  return nullptr;
}

namespace detail {

inline std::optional<bool> parse_value(const std::string& text, bool) {
  return config::parse_bool(text);
}
inline std::optional<int64_t> parse_value(const std::string& text, int64_t) {
  return config::parse_int(text);
}
inline std::optional<double> parse_value(const std::string& text, double) {
  return config::parse_double(text);
}
inline std::optional<std::string> parse_value(const std::string& text, const std::string&) {
  return text;
}
inline std::optional<config::AutoInt> parse_value(const std::string& text, config::AutoInt) {
  return config::parse_auto_int(text);
}
template <NamedEnum Enum>
std::optional<Enum> parse_value(const std::string& text, Enum) {
  return parse_name<Enum>(text);
}

inline std::string metavariable(bool) { return ""; }
inline std::string metavariable(int64_t) { return "N"; }
inline std::string metavariable(const config::AutoInt&) { return "N|auto"; }
inline std::string metavariable(double) { return "X"; }
inline std::string metavariable(const std::string&) { return "TEXT"; }
template <NamedEnum Enum>
std::string metavariable(Enum) {
  return join(names_of(Enum{}), "|");
}

/// The flag for an option: "--beam-size" for "beam_size".
inline std::string flag_name(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

/// The spelling of a flag in every command. A model may also be positional, and some flags have a
/// short name.
inline std::string spelling_of(const std::string& name) {
  if (name == "model") return "MODEL,--model";
  if (name == "output") return "-o,--output";
  if (name == "quiet") return "-q,--quiet";
  return flag_name(name);
}

/// The value of an argument. Throws an Error that names the flag if the text is invalid.
template <class Value>
Value checked_value(const std::string& flag, const std::string& text,
                    const config::Check<Value>& check) {
  const auto value = parse_value(text, Value{});
  if constexpr (NamedEnum<Value>) {
    const auto names = names_of(Value{});
    if (!value) {
      throw Error(str(flag, " is ", text, ", but must be ", check.allowed), {},
                  did_you_mean(text, {names.begin(), names.end()}));
    }
  }
  if (!value)
    throw Error(str(flag, " must be a ", config::type_name(Value{}), ", but is '", text, "'"));
  if (const auto wrong = check(*value)) throw Error(str(flag, " is ", text, ", but ", *wrong));
  return *value;
}

/// The help text of a flag that switches an option off.
struct OffFlag {
  std::string_view option, sentence;
};
inline constexpr std::array kOffFlags = {
    OffFlag{
        "whole_words",
        "Allow incomplete words, such as \"stu\" for \"studio\", which models write for words that "
        "they do not know."},
    OffFlag{"split", "Translate each line as a whole instead of sentence by sentence."},
    OffFlag{"watch", "Keep the loaded models even if their files change."},
    OffFlag{"page", "Do not serve the page at /; only answer API requests."},
};

/// The help text of --no-OPTION. Throws std::logic_error for an option without one.
inline std::string off_sentence(const std::string& option) {
  const auto* found = std::ranges::find(kOffFlags, option, &OffFlag::option);
  if (found == kOffFlags.end()) throw std::logic_error("no sentence for --no-" + option);
  return std::string(found->sentence);
}

template <class Value>
concept Scalar = requires(Value value) {
  config::format_value(value);
};

/// Adds one flag; `set` is called with its checked value if it is given.
template <Scalar Value>
CLI::Option* add_flag_of_field(CLI::App& command, const std::string& name, const Value& preset,
                               const config::Check<Value>& check, const std::string& sentence,
                               const std::function<void(const Value&)>& set) {
  const std::string flag = flag_name(name);
  if constexpr (std::is_same_v<Value, bool>) {
    const std::string spelt = preset ? flag_name("no_" + name) : spelling_of(name);
    const auto set_other = [set, preset](int64_t) { set(!preset); };
    return command.add_flag_function(spelt, set_other, preset ? off_sentence(name) : sentence);
  } else {
    const auto parse_and_set = [=](const std::string& text) {
      set(checked_value<Value>(flag, text, check));
    };
    auto* option =
        command.add_option_function<std::string>(spelling_of(name), parse_and_set, sentence);
    if (check(preset)) option->required();
    return option->type_name(check.metavariable.empty() ? metavariable(preset)
                                                        : check.metavariable);
  }
}

}  // namespace detail

/// Adds a required value: an option if the name is like "-o,--output", or a positional argument if
/// it has no hyphens.
inline void add_required(CLI::App& command, const std::string& name, std::string& value,
                         const std::string& metavariable, const std::string& sentence) {
  command.add_option(name, value, sentence)->required()->type_name(metavariable);
}

/// Adds --threads to a command whose models are small.
inline void add_threads_for_small_models(CLI::App& command, int64_t& threads) {
  command
      .add_option("--threads", threads,
                  "CPU threads. 0: one per core, which is slower: the models are too small to "
                  "split across cores.")
      ->type_name("N")
      ->capture_default_str();
}

/// Adds an older spelling of a declared option. --help does not show it, and using it logs a
/// warning with the new spelling.
inline void add_older_name(CLI::App& command, const std::string& name, const std::string& newer) {
  const auto set = [name, newer, option = command.get_option(newer)](const std::string& given) {
    log_warning(name, " is deprecated: use ", newer, "; the next release removes it");
    option->add_result(given);
    option->run_callback();
  };
  command.add_option_function<std::string>(name, set)->group("");  // hidden by CLI11
}

/// Adds the fields of an options struct for which `is_chosen` holds as flags: `beam_size` as
/// --beam-size, with the sentence, type and check from its description. The returned function,
/// called after parsing, sets the fields whose flags were given and leaves the others unchanged:
/// for flags that override the config of a model.
template <config::Described Options, class Choice>
std::function<void(Options&)> add_chosen_overrides(CLI::App& command, const Choice& is_chosen) {
  auto setters = std::make_shared<std::vector<std::function<void(Options&)>>>();
  const Options presets;
  config::for_each_field<Options>([&](const auto& field) {
    using Value = std::decay_t<decltype(presets.*field.member)>;
    if constexpr (detail::Scalar<Value>) {
      if (!is_chosen(field)) return;
      auto* option = detail::add_flag_of_field<Value>(
          command, field.name, presets.*field.member, field.check, field.sentence,
          [setters, member = field.member](const Value& value) {
            setters->push_back([=](Options& options) { options.*member = value; });
          });
      if constexpr (!std::is_same_v<Value, bool>) option->default_str("the model's");
    }
  });
  return [setters](Options& options) {
    for (const auto& set : *setters) set(options);
  };
}

/// Adds the named fields or, without names, all fields that have a single value.
template <config::Described Options>
std::function<void(Options&)> add_overrides(CLI::App& command,
                                            const std::vector<std::string>& names = {}) {
  return add_chosen_overrides<Options>(command, [&](const auto& field) {
    return names.empty() || std::find(names.begin(), names.end(), field.name) != names.end();
  });
}

/// Adds options that are set directly in `options`, which must outlive the parsing of arguments.
/// Its values are the defaults shown by --help.
template <config::Described Options>
void add_options(CLI::App& command, Options& options, const std::vector<std::string>& names = {}) {
  config::for_each_field<Options>([&](const auto& field) {
    using Value = std::decay_t<decltype(options.*field.member)>;
    if constexpr (detail::Scalar<Value>) {
      if (!names.empty() && std::find(names.begin(), names.end(), field.name) == names.end())
        return;
      const Value& preset = options.*field.member;
      auto* option = detail::add_flag_of_field<Value>(
          command, field.name, preset, field.check, field.sentence,
          [&options, member = field.member](const Value& value) { options.*member = value; });
      if constexpr (!std::is_same_v<Value, bool>) option->default_str(config::format_value(preset));
    }
  });
}

/// --trust, for commands that read the texts named by a model's config unless others are given.
struct TrustOption {
  bool trust = false;

  template <class Visitor>
  static void describe(Visitor& v) {
    v.field("trust", &TrustOption::trust,
            "Read the text files named in a model's config even if you did not train the model.");
  }

  /// The text with the current paths of its files (store::located). Throws Error if it must not be
  /// read because the user does not trust the model.
  config::ParallelText to_read(const config::ParallelText& text, const std::string& model,
                               const config::DataOptions& data, const std::string& remedy) const {
    const store::ModelDirectory directory(model);
    if (!trust) store::check_may_read(text, directory, data, remedy);
    return store::located(text, directory, data);
  }
};

/// Adds --open, which shows the page that a command writes.
void add_open(CLI::App& command, bool& open);

/// Opens a file with the system's opener (xdg-open, which also checks $BROWSER). Without a display
/// or an opener, only logs a message, because the page has been written.
void open_page(const std::string& path);

}  // namespace regard::cli
