#include "cli_training/commands.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/process.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "cli/grammar.h"
#include "cli/options.h"
#include "cli/translation_text.h"
#include "compare/compare.h"
#include "compare/tables.h"
#include "model/modules.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "report/comparison_page.h"

namespace regard::cli {
namespace {

using compare::Comparison;
using compare::MetricScores;

/// Whether `system` is significantly better than every other system.
bool is_best(const MetricScores& metric, std::size_t system) {
  for (std::size_t other = 0; other < metric.scores.size(); ++other) {
    if (other == system) continue;
    const auto lead = compare::lead_of(metric, system, other);
    if (lead.value <= 0 || lead.p_value >= compare::kSignificant) return false;
  }
  return metric.scores.size() > 1;
}

std::string half_interval(const MetricScores& metric, std::size_t system) {
  return fixed(metric.intervals[system].half_width, 1);
}

std::string replaced(std::string_view text, std::string_view special, std::string_view before) {
  std::string safe;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) safe += before;
    safe += c;
  }
  return safe;
}

std::string latex(const Comparison& comparison) {
  std::string head = "System", rows;
  for (const auto& metric : comparison.metrics) head += " & " + replaced(metric.name, "&%#_", "\\");
  for (std::size_t system = 0; system < comparison.systems.size(); ++system) {
    rows += replaced(comparison.systems[system].name, "&%$#_{}", "\\");
    for (const auto& metric : comparison.metrics) {
      const auto score = fixed(metric.scores[system], 1);
      rows += str(" & ", is_best(metric, system) ? "\\textbf{" + score + '}' : score, " $\\pm$ ",
                  half_interval(metric, system));
    }
    rows += " \\\\\n";
  }
  return str("% needs \\usepackage{booktabs}\n\\begin{tabular}{l",
             std::string(comparison.metrics.size(), 'r'), "}\n\\toprule\n", head,
             " \\\\\n\\midrule\n", rows, "\\bottomrule\n\\end{tabular}\n");
}

std::string markdown(const Comparison& comparison) {
  std::string head = "| System |", line = "|---|", rows;
  for (const auto& metric : comparison.metrics) {
    head += str(' ', metric.name, " |");
    line += "---:|";
  }
  for (std::size_t system = 0; system < comparison.systems.size(); ++system) {
    rows += str("| ", replaced(comparison.systems[system].name, "|*_", "\\"), " |");
    for (const auto& metric : comparison.metrics) {
      const std::string mark = is_best(metric, system) ? "**" : "";
      rows += str(' ', mark, fixed(metric.scores[system], 1), mark, " ± ",
                  half_interval(metric, system), " |");
    }
    rows += '\n';
  }
  return head + '\n' + line + '\n' + rows;
}

/// A field of a CSV file, quoted as in RFC 4180.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  return '"' + replaced(text, "\"", "\"") + '"';
}

std::string csv(const Comparison& comparison) {
  std::string text = "system";
  for (const auto& metric : comparison.metrics) {
    text += str(',', field(metric.name), ',', field(metric.name + " low"), ',',
                field(metric.name + " high"));
  }
  text += '\n';
  for (std::size_t system = 0; system < comparison.systems.size(); ++system) {
    text += field(comparison.systems[system].name);
    for (const auto& metric : comparison.metrics) {
      const auto& [mean, half_width] = metric.intervals[system];
      text += str(',', fixed(metric.scores[system], 2), ',', fixed(mean - half_width, 2), ',',
                  fixed(mean + half_width, 2));
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string score_table(const Comparison& comparison, TableFormat format) {
  switch (format) {
    case TableFormat::latex:
      return latex(comparison);
    case TableFormat::md:
      return markdown(comparison);
    case TableFormat::csv:
      return csv(comparison);
    case TableFormat::none:
      break;
  }
  return "";
}

}  // namespace regard::cli

// regard compare: tells which of several translators is better, where, and whether that is more
// than chance.
namespace regard::cli {
namespace {

struct CompareArguments {
  compare::CompareOptions options;
  std::vector<std::string> systems;  // NAME=FILE
  int64_t threads = 0;
  bool json = false;
  TableFormat table = TableFormat::none;
  std::string report;
  std::string pictures;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = CompareArguments;
    v.field("threads", &O::threads, config::count_of(0, limits::kThreads),
            "CPU threads. 0: one per core.");
    v.field("json", &O::json, "Write everything as JSON.");
    v.field("table", &O::table,
            "Write only a table of the scores, for a paper: LaTeX, Markdown or CSV.");
    v.field("report", &O::report, config::file(),
            "Also write a page: one self-contained HTML file.");
    v.field("pictures", &O::pictures, config::directory(),
            "Also write the charts of that page as SVG files into this directory.");
  }
};

std::vector<compare::TranslationFile> parse_systems(const std::vector<std::string>& systems) {
  std::vector<compare::TranslationFile> files;
  for (const auto& system : systems) {
    const auto equals = system.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == system.size()) {
      throw Error(str("--system is '", system, "', but must be NAME=FILE"), {},
                  "write it like --system google=google.fr");
    }
    files.push_back({.name = system.substr(0, equals), .file = system.substr(equals + 1)});
  }
  return files;
}

/// One round of `regard bench` in its own process, so that its peak memory is that of one model.
compare::Decoding bench(const std::string& directory, const std::vector<std::string>& sources,
                        const CompareArguments& arguments) {
  const ScratchFolder workplace;
  const auto output = workplace / "figures.json";
  const std::vector<std::string> command = {own_program(), "bench",
                                            "--model",     directory,
                                            "--input",     workplace / "source",
                                            "--repeats",   "1",
                                            "--threads",   str(arguments.threads),
                                            "--device",    arguments.options.device,
                                            "--json"};
  std::string text;
  for (const auto& source : sources) text += source + '\n';
  write_file_atomically(workplace / "source", text);
  CostMeter meter;
  const int exit_code = ChildProcess({.command = command, .output = output}).wait();
  const auto said = read_file(output);
  const auto begin = said.find('{');  // after warnings, if any
  const auto figures =
      nlohmann::json::parse(begin == std::string::npos ? std::string() : said.substr(begin),
                            nullptr, /*allow_exceptions=*/false);
  if (exit_code != 0 || !figures.is_object()) {
    throw Error(str("cannot measure its speed: ", said), directory, "skip it with --repeats 0",
                ExitCode::failure);
  }
  return {.sentences = figures.at("sentences"),
          .beam_size = figures.at("beam_size"),
          .threads = figures.at("threads"),
          .rounds = {{.sentences_per_second = figures.at("sentences_per_second"),
                      .tokens_per_second = figures.at("tokens_per_second"),
                      .latency_milliseconds = figures.at("latency_milliseconds"),
                      .peak_mebibytes = figures.at("peak_mebibytes"),
                      .joules = meter.lap().joules}}};
}

void write_pictures(const std::vector<report::PagePicture>& pictures,
                    const std::filesystem::path& directory) {
  for (const auto& [name, svg] : pictures) {
    write_file_atomically((directory / (name + ".svg")).string(), svg);
  }
  log_info("wrote ", counted(pictures.size(), "picture"), " into ", directory.string());
}

/// Width of the output. Text for a file is as wide as text in the documentation.
std::size_t columns_of_output() {
  constexpr std::size_t kLeast = 60, kOfFiles = 100;
  return standard_output_is_terminal() ? std::max(terminal_columns(STDOUT_FILENO), kLeast)
                                       : kOfFiles;
}

/// Moves words that name several models, "A+B", from the runs to the ensembles.
void take_out_ensembles(compare::CompareOptions& options) {
  std::erase_if(options.runs, [&](const std::string& word) {
    const auto models = models_named(word);
    if (models.size() > 1) options.ensembles.push_back(models);
    return models.size() > 1;
  });
}

int run_compare(CompareArguments& arguments) {
  auto& options = arguments.options;
  take_out_ensembles(options);
  options.translations = parse_systems(arguments.systems);
  options.probe = [&](const std::string& directory, const std::vector<std::string>& sources) {
    return bench(directory, sources, arguments);
  };
  if (!options.runs.empty() || !options.ensembles.empty()) model::set_threads(arguments.threads);
  // The output is opened before the work, which may take long, so that write errors appear at once.
  std::vector<std::string> inputs = {options.source, options.reference};
  for (const auto& [name, file] : options.translations) inputs.push_back(file);
  check_replaces_no_input(arguments.report, inputs);
  std::optional<OutputFile> report;
  if (!arguments.report.empty()) report.emplace(arguments.report);
  if (!arguments.pictures.empty()) make_folder(arguments.pictures);
  const auto comparison = compare::compare(options);
  if (report || !arguments.pictures.empty()) {
    const auto page = report::comparison_page(comparison);
    if (report) {
      report->write(page.html);
      report->commit();
      log_info("wrote ", arguments.report);
    }
    if (!arguments.pictures.empty()) write_pictures(page.pictures, arguments.pictures);
  }
  if (arguments.table != TableFormat::none) {
    write_standard_output(score_table(comparison, arguments.table));
  } else {
    write_standard_output(arguments.json ? compare::to_json(comparison)
                                         : compare::to_table(comparison, columns_of_output()));
  }
  return 0;
}

}  // namespace

std::function<int()> add_compare(CLI::App& command) {
  auto arguments = std::make_shared<CompareArguments>();
  add_usage(command, "[OPTIONS] RUN...");
  add_usage(command, "[OPTIONS] [RUN...] --system NAME=FILE");
  command
      .add_option("RUN", arguments->options.runs,
                  "Run directories. A+B is an ensemble of two or more models with the same "
                  "tokenizers.")
      ->type_name("RUN");
  command
      .add_option("--system", arguments->systems,
                  "Translations of another system, one per line; may be given several times.")
      ->type_name("NAME=FILE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_options(command, arguments->options);
  add_older_name(command, "--rounds", "--repeats");
  add_options(command, *arguments);
  return [arguments] { return run_compare(*arguments); };
}

}  // namespace regard::cli
