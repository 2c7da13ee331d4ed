// regard log: draws learning curves in the terminal.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "draw/charts.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "runs/run_log.h"

namespace regard::cli {
namespace {

enum class Over { step, minutes };
constexpr auto names_of(Over) { return std::array{"step", "minutes"}; }

constexpr int64_t kFewestColumns = 40;
constexpr int64_t kMostColumns = 1000;

struct LogArguments {
  std::vector<std::string> runs;
  std::vector<std::string> figures;
  Over over = Over::step;
  int64_t columns = 0;
  int64_t rows = 16;
  bool json = false;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = LogArguments;
    v.field("over", &O::over, "Unit of the horizontal axis.");
    v.field("columns", &O::columns,
            {.allowed = str("0, or at least ", kFewestColumns, " and at most ", kMostColumns),
             .holds =
                 [](int64_t value) {
                   return value == 0 || (value >= kFewestColumns && value <= kMostColumns);
                 }},
            "Width of the charts. 0: the terminal's width.");
    v.field("rows", &O::rows, config::from_to<int64_t>(2, 200), "Height of each chart.");
    v.field("json", &O::json, "Write the points of the curves as JSON.");
  }
};

struct LoggedRun {
  SweptRun summary;
  std::map<std::string, train::Curve> curves;
};

LoggedRun read_run(const std::string& directory) {
  if (!is_there(directory)) {
    throw Error("no such directory", directory, "name a directory written by regard train");
  }
  if (!is_there(directory + "/log.jsonl")) {
    throw Error("has no log.jsonl", directory, "name a directory written by regard train");
  }
  auto log = train::read_run_log(directory);
  const auto where = directory + "/log.jsonl";
  if (log.broken_lines > 0) {
    log_warning(where, ": ", log.broken_lines, " lines that are not events are skipped");
  }
  if (log.summary.diverged) {
    log_warning(where, ": the run diverged: its loss at step ", *log.summary.diverged,
                " is not finite");
  }
  return {.summary = {.name = directory,
                      .directory = directory,
                      .state = log.summary.ended ? "done" : "not ended",
                      .summary = log.summary},
          .curves = std::move(log.curves)};
}

std::set<std::string> figures_of(const std::vector<LoggedRun>& runs) {
  std::set<std::string> names;
  for (const auto& run : runs) {
    for (const auto& [name, curve] : run.curves) names.insert(name);
  }
  return names;
}

/// The requested figures, or the most informative ones available.
std::vector<std::string> chosen_figures(const LogArguments& arguments,
                                        const std::set<std::string>& known) {
  for (const auto& figure : arguments.figures) {
    if (known.contains(figure)) continue;
    throw Error(str("unknown figure ", figure), {}, "choose from " + join(known));
  }
  if (!arguments.figures.empty()) return arguments.figures;
  std::vector<std::string> chosen;
  for (const auto* name : {"valid/loss", "valid/bleu"}) {
    if (known.contains(name)) chosen.emplace_back(name);
  }
  if (chosen.empty() && known.contains("train/loss")) chosen.emplace_back("train/loss");
  return chosen;
}

draw::Series series_of(const train::Curve& curve, const std::string& name, Over over) {
  return {.name = printable(name),
          .x = over == Over::step ? curve.steps : curve.minutes,
          .y = curve.values};
}

/// The curves of a run's validation sets, for the figure "valid/loss" or a score.
std::vector<draw::Series> series_of_texts(const LoggedRun& run, const std::string& figure,
                                          Over over) {
  const std::string before = "valid/";
  std::vector<draw::Series> all;
  for (const auto& text : train::validation_texts(run.curves)) {
    const auto found = figure.starts_with(before)
                           ? run.curves.find(str(before, text, '/', figure.substr(before.size())))
                           : run.curves.end();
    if (found != run.curves.end()) all.push_back(series_of(found->second, text, over));
  }
  return all;
}

/// One curve for each run; for a single run, also one for each of its validation sets.
draw::LineChart chart_of(const std::string& figure, const std::vector<LoggedRun>& runs, Over over) {
  draw::LineChart chart{.title = printable(figure),
                        .x = {.title = over == Over::step ? "steps" : "minutes of training"}};
  for (const auto& run : runs) {
    const auto found = run.curves.find(figure);
    const auto curve = found == run.curves.end() ? train::Curve() : found->second;
    chart.series.push_back(series_of(curve, run.summary.name, over));
  }
  if (runs.size() == 1) {
    for (auto& series : series_of_texts(runs.front(), figure, over)) {
      chart.series.push_back(std::move(series));
    }
  }
  return chart;
}

std::string json_of(const std::vector<LoggedRun>& runs, const std::vector<std::string>& figures) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& run : runs) {
    nlohmann::ordered_json curves = nlohmann::ordered_json::object();
    for (const auto& figure : figures) {
      const auto found = run.curves.find(figure);
      if (found == run.curves.end()) continue;
      auto& points = curves[figure] = nlohmann::ordered_json::array();
      const auto& curve = found->second;
      for (size_t i = 0; i < curve.steps.size(); ++i) {
        points.push_back({{"step", curve.steps[i]},
                          {"minutes", json_or_null(curve.minutes[i])},
                          {"value", json_or_null(curve.values[i])}});
      }
    }
    list.push_back({{"run", run.summary.name}, {"curves", curves}});
  }
  return list.dump(2) + '\n';
}

int show_logs(const LogArguments& arguments) {
  if (arguments.runs.size() == 1) {
    const auto found = runs_in_folder(arguments.runs.front());
    if (!found.empty()) {
      write_standard_output(arguments.json ? sweep_json(found) : sweep_table(found));
      return 0;
    }
  }
  std::vector<LoggedRun> runs;
  for (const auto& directory : arguments.runs) runs.push_back(read_run(directory));
  const auto figures = chosen_figures(arguments, figures_of(runs));
  if (arguments.json) {
    write_standard_output(json_of(runs, figures));
    return 0;
  }
  std::vector<SweptRun> summaries;
  for (const auto& run : runs) summaries.push_back(run.summary);
  write_standard_output(sweep_table(summaries));
  const bool has_colour = color_is_wanted(ColorMode::automatic, ::isatty(STDOUT_FILENO) == 1,
                                          std::getenv("NO_COLOR"), std::getenv("TERM"));
  const auto columns = arguments.columns > 0 ? static_cast<int>(arguments.columns)
                                             : static_cast<int>(terminal_columns(STDOUT_FILENO));
  for (const auto& figure : figures) {
    const auto chart = draw::terminal_text(
        chart_of(figure, runs, arguments.over),
        {.columns = columns, .rows = static_cast<int>(arguments.rows), .colour = has_colour});
    write_colored_output('\n' + chart);
  }
  return 0;
}

}  // namespace

std::function<int()> add_log(CLI::App& command) {
  auto arguments = std::make_shared<LogArguments>();
  command
      .add_option("RUN", arguments->runs,
                  "Run directories, or a folder of runs, such as runs/, for a table of them.")
      ->required()
      ->type_name("RUN");
  command
      .add_option("--figure", arguments->figures,
                  "Curve to draw, such as train/loss or valid/chrf; may be given several times. "
                  "Default: validation loss and BLEU.")
      ->type_name("CURVE");
  add_options(command, *arguments);
  return [=] { return show_logs(*arguments); };
}

}  // namespace regard::cli
