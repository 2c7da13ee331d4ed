#include "cli/commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/packed_folder.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "config/experiment.h"
#include "documents/formats.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/translate/bundled_models.h"
#include "runs/model_facts.h"
#include "runs/run_log.h"
#include "store/model_directory.h"
#include "text/line_reader.h"
#include "text/tokenizer.h"

namespace regard::cli {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> missing_in(const fs::path& folder, std::vector<std::string> files) {
  std::erase_if(files, [&](const std::string& file) { return is_there(folder / file); });
  return files;
}

bool is_zip(const std::string& path) {
  std::array<char, 4> begin{};
  std::ifstream(path, std::ios::binary).read(begin.data(), begin.size());
  return std::string_view(begin.data(), begin.size()) == "PK\3\4";
}

}  // namespace

std::optional<ForeignKind> foreign_kind(const std::string& path) {
  if (std::error_code ignored; fs::is_regular_file(path, ignored)) {
    if (!path.ends_with(".argosmodel") || !is_zip(path)) return std::nullopt;
    return ForeignKind{.program = "Argos Translate",
                       .reason = "regard writes such packages, but does not read them"};
  }
  const fs::path folder(path);
  if (is_there(folder / "config.yaml") || !is_there(folder / "config.json")) return std::nullopt;
  if (is_there(folder / "model.bin")) {
    return ForeignKind{.program = "CTranslate2",
                       .missing = missing_in(folder, {"source.spm", "target.spm"})};
  }
  if (!is_there(folder / "model.safetensors")) return std::nullopt;
  return ForeignKind{.program = "Hugging Face's transformers",
                     .missing = missing_in(folder, {"vocab.json", "source.spm", "target.spm"})};
}

}  // namespace regard::cli

// regard info: tells what a model, a run or a file is, how good it is, how it was made, and how to
// use it.
namespace regard::cli {
namespace {

class Lines {
 public:
  void add_title(const std::string& path, const std::string& kind) {
    path_ = path;
    kind_ = kind;
  }
  void add(const std::string& name, const std::string& value) {
    if (!value.empty()) facts_.emplace_back(name, value);
  }
  void add_use(const std::string& command) { commands_.push_back(command); }
  void set_card(const std::string& sections) { card_ = sections; }

  std::string text() const {
    std::string text = str(path_, ": ", kind_, '\n');
    constexpr size_t kColumn = 14;
    for (const auto& [name, value] : facts_) {
      text += str(name, std::string(name.size() < kColumn ? kColumn - name.size() : 1, ' '), value,
                  '\n');
    }
    for (const auto& command : commands_) {
      text += str(&command == commands_.data() ? "\n" : "", "  $ ", command, '\n');
    }
    return text + (card_.empty() ? "" : '\n' + card_);
  }
  std::string json() const {
    nlohmann::ordered_json json = {{"path", path_}, {"kind", kind_}};
    json["facts"] = nlohmann::ordered_json::array();
    for (const auto& [name, value] : facts_)
      json["facts"].push_back({{"name", name}, {"value", value}});
    json["commands"] = commands_;
    if (!card_.empty()) json["card"] = card_;
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
  }

 private:
  std::string path_, kind_;
  std::vector<std::pair<std::string, std::string>> facts_;
  std::vector<std::string> commands_;
  std::string card_;
};

std::string megabytes(uintmax_t bytes) {
  return str(fixed(static_cast<double>(bytes) / 1e6, 1), " MB");
}

Lines info_of_foreign(const std::string& path, const ForeignKind& kind) {
  Lines lines;
  lines.add_title(path, "a model of " + kind.program);
  lines.add("import", !kind.reason.empty()   ? kind.reason
                      : kind.missing.empty() ? ""
                                             : "lacks " + join(kind.missing));
  if (!kind.reason.empty() || !kind.missing.empty()) return lines;
  const auto name = path.substr(0, path.find_last_not_of('/') + 1);
  const auto imported = name + "-regard";
  if (!is_there(imported)) {
    lines.add_use(str("regard import ", shell_word(name), " -o ", shell_word(imported)));
  }
  lines.add_use(str("regard translate ", shell_word(imported), " \"Hello.\""));
  return lines;
}

/// Describes a run that has no model yet.
Lines info_of_begun_run(const std::string& path) {
  const bool is_running = train::is_training(path);
  Lines lines;
  lines.add_title(path, "a training run without a model yet");
  lines.add("state", is_running ? "training; the first validation writes a model"
                                : "stopped before the first validation, which writes a model");
  if (is_there(path + "/log.jsonl")) lines.add_use("regard log " + shell_word(path));
  if (!is_running) lines.add_use(report::command_to_resume(path));
  return lines;
}

Lines info_of_model(const std::string& path) {
  if (store::ModelDirectory(path).has_begun()) return info_of_begun_run(path);
  const bool is_packed = is_packed_folder(path);
  if (is_packed) check_packed_folder(path);
  const auto facts = report::facts_of_model(path);
  Lines lines;
  lines.add_title(
      path, str(facts.translates ? "a translation model" : "a language model",
                facts.is_run ? ", trained with regard" : "", is_packed ? ", packed, intact" : "",
                facts.has_int8 ? ", with 8-bit weights" : ""));
  for (const auto& [name, value] : facts.lines) lines.add(name, value);
  for (const auto& command : report::advice_for(path, facts)) lines.add_use(command);
  if (is_packed) lines.set_card(report::card_sections(path));
  return lines;
}

Lines info_of_tokenizer(const std::string& path) {
  const auto tokenizer = text::Tokenizer::load(path);
  Lines lines;
  lines.add_title(path, "a tokenizer (SentencePiece)");
  lines.add("vocabulary", str(tokenizer.size(), " subwords"));
  lines.add_use(str("regard tokenizer info ", shell_word(path), " --text \"Hello.\""));
  return lines;
}

Lines info_of_config(const std::string& path) {
  const auto experiment = config::load_experiment(path);
  Lines lines;
  lines.add_title(path, "a config");
  lines.add("architecture", experiment.model.find("type")->text);
  lines.add("trained on", report::texts_in_words(experiment.data));
  lines.add_use("regard train " + shell_word(path));
  lines.add_use("regard config show " + shell_word(path));
  return lines;
}

void check_is_text(const std::string& path) {
  constexpr uint64_t kLooked = 4096;
  std::string begin(kLooked, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<size_t>(file.gcount()));
  if (begin.starts_with("\x1F\x8B") || begin.starts_with("\xFF\xFE") ||
      begin.starts_with("\xFE\xFF"))
    return;  // the reader unpacks it, or reports its type
  // A smaller share of NUL bytes is from broken lines, which training drops.
  constexpr int64_t kOneIn = 1000;
  if (std::ranges::count(begin, '\0') * kOneIn <= std::ssize(begin)) return;
  throw Error("is not text: it has NUL bytes", path,
              "name a run, a model, a tokenizer, a config or a text");
}

Lines info_of_text(const std::string& path) {
  check_is_text(path);
  text::LineReader reader(path, text::LineReader::Encoding::repaired);
  int64_t pairs = 0;
  for (std::string line; reader.next(line);) pairs += line.find('\t') != std::string::npos ? 1 : 0;
  const auto count = reader.line_number();
  const bool is_parallel = 2 * pairs > count;  // a few lines may be bad
  Lines lines;
  lines.add_title(path, is_parallel ? "pairs of sentences" : "a text");
  lines.add("lines", str(count));
  lines.add("size", megabytes(size_of_regular_file(path)));
  if (is_parallel) {
    lines.add("with a tab", str(pairs));
    lines.add_use("regard corpus check " + shell_word(path));
    lines.add_use("regard train --data " + shell_word(path));
  } else {
    lines.add_use("regard translate RUN --input " + shell_word(path));
  }
  return lines;
}

/// Describes a file that `regard translate` translates in its format; training may read its pairs.
Lines info_of_document(const std::string& path, const documents::Format& format) {
  Lines lines;
  lines.add_title(path, std::string(format.name));
  lines.add("size", megabytes(size_of_regular_file(path)));
  lines.add_use(str("regard translate RUN ", shell_word(path), " -o DIR/"));
  constexpr std::array<std::string_view, 5> kPairs = {".tmx", ".po", ".xlf", ".xliff", ".csv"};
  const auto has_suffix = [&](std::string_view suffix) { return path.ends_with(suffix); };
  if (std::ranges::none_of(kPairs, has_suffix)) return lines;
  lines.add_use("regard corpus check " + shell_word(path));
  lines.add_use("regard train --data " + shell_word(path));
  if (path.ends_with(".tmx")) {
    lines.add_use("regard translate RUN --input TEXT --memory " + shell_word(path));
  }
  return lines;
}

Lines info_of(const std::string& path) {
  if (const auto kind = foreign_kind(path)) return info_of_foreign(path, *kind);
  if (is_folder(path)) return info_of_model(path);
  size_of_regular_file(path);
  if (path.ends_with(".yaml") || path.ends_with(".yml")) return info_of_config(path);
  if (path.ends_with(".model") || path.ends_with(".spm")) return info_of_tokenizer(path);
  if (path.ends_with(".safetensors")) {
    throw Error("contains only weights", path, "name the model's directory");
  }
  const auto* format = documents::format_of(path);
  const bool is_lines = path.ends_with(".txt") || path.ends_with(".text") || path.ends_with(".tsv");
  if (format != nullptr && !is_lines) return info_of_document(path, *format);
  return info_of_text(path);
}

}  // namespace

std::function<int()> add_info(CLI::App& command) {
  auto path = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  command
      .add_option(
          "PATH", *path,
          "A run or model, a folder of runs, a tokenizer, a config, or a text, plain or .gz. "
          "Default: the model that comes with regard.")
      ->type_name("PATH");
  command.add_flag("--json", *json, "Write the description as JSON.");
  return [=, &command] {
    if (command.count("PATH") == 0) *path = bundled_model();
    if (const auto runs = runs_in_folder(*path); !runs.empty()) {
      write_standard_output(*json ? sweep_json(runs) : sweep_table(runs));
      return 0;
    }
    const auto lines = info_of(*path);
    write_standard_output(*json ? lines.json() : lines.text());
    return 0;
  };
}

}  // namespace regard::cli
