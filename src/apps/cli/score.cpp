// regard score: computes metrics of translations against references, with the numbers, option names
// and output of sacreBLEU.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "base/terminal.h"
#include "cli/commands.h"
#include "cli/score_alignment.h"
#include "cli/score_options.h"
#include "metrics/bleu.h"
#include "metrics/score_format.h"
#include "metrics/segment_file.h"
#include "metrics/significance.h"
#include "metrics/unicode.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/line_reader.h"
#include "translate/searcher.h"

namespace regard::cli {
namespace {

/// Splits standard input, which contains one system, or several separated by tabs.
std::vector<metrics::SegmentFile> split_at_tabs(const metrics::SegmentFile& input) {
  std::vector<metrics::SegmentFile> systems;
  for (std::size_t i = 0; i < input.lines.size(); ++i) {
    std::string_view rest = input.lines[i];
    std::size_t fields = 0;
    for (bool last = false; !last; ++fields) {
      const std::size_t tab = rest.find('\t');
      last = tab == std::string_view::npos;
      if (i == 0)
        systems.push_back(
            {.name = str("System ", fields + 1), .lines = {}, .odd_break = input.odd_break});
      if (fields < systems.size()) {
        systems[fields].lines.emplace_back(metrics::strip_right(rest.substr(0, tab)));
      }
      if (!last) rest.remove_prefix(tab + 1);
    }
    if (fields != systems.size()) {
      throw Error(str("has ", fields, " systems separated by tabs, but the first line has ",
                      systems.size()),
                  str(input.name, ':', i + 1), "give every line one translation from each system");
    }
  }
  if (systems.size() == 1) systems.front().name = input.name;
  return systems;
}

/// Reads the systems. A paired test may name the baseline again; it counts only once.
std::vector<metrics::SegmentFile> read_systems(const ScoreArguments& arguments) {
  const auto& paths = arguments.inputs;
  if (paths.empty()) {
    const std::string text(std::istreambuf_iterator<char>(std::cin), {});
    return split_at_tabs(metrics::parse_segments(text, "standard input"));
  }
  std::vector<metrics::SegmentFile> systems;
  for (const std::string& path : paths) {
    const bool known = std::any_of(systems.begin(), systems.end(),
                                   [&](const auto& system) { return system.name == path; });
    if (known && arguments.is_paired() && path == paths.front()) continue;
    if (known) {
      throw Error(str(path, " is given twice after -i"), {},
                  "name each file once: the file's name is the system's name");
    }
    systems.push_back(metrics::read_segments(path));
  }
  return systems;
}

/// Splits a file with `count` tab-separated references per line. The last one may contain tabs.
std::vector<metrics::SegmentFile> split_references(const metrics::SegmentFile& file,
                                                   std::size_t count) {
  std::vector<metrics::SegmentFile> references(count);
  for (auto& reference : references) {
    reference.name = file.name;
    reference.odd_break = file.odd_break;
  }
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    std::string_view rest = file.lines[i];
    for (std::size_t r = 0; r < count; ++r) {
      const std::size_t tab = r + 1 < count ? rest.find('\t') : std::string_view::npos;
      if (r + 1 < count && tab == std::string_view::npos) {
        throw Error(str("has ", r + 1, " references separated by tabs, but --num-refs is ", count),
                    str(file.name, ':', i + 1));
      }
      references[r].lines.emplace_back(rest.substr(0, tab));
      rest.remove_prefix(std::min(rest.size(), references[r].lines.back().size() + 1));
    }
  }
  return references;
}

std::vector<metrics::SegmentFile> read_references(const ScoreArguments& arguments) {
  std::vector<metrics::SegmentFile> references;
  for (const std::string& path : arguments.references) {
    references.push_back(metrics::read_segments(path));
  }
  if (arguments.references_per_line == 1) return references;
  return split_references(references.front(),
                          static_cast<std::size_t>(arguments.references_per_line));
}

void check_lines(const std::vector<metrics::SegmentFile>& systems,
                 const std::vector<metrics::SegmentFile>& references) {
  if (systems.empty()) throw Error("standard input contains no translations");
  for (const auto& system : systems) {
    if (system.lines.empty()) throw Error("contains no translations", system.name);
    metrics::check_same_length(system, references);
  }
}

/// Drops byte order marks, which sacreBLEU scores as part of the first word.
void drop_byte_order_marks(std::vector<metrics::SegmentFile>& files) {
  for (auto& file : files) {
    if (file.lines.empty() || !file.lines.front().starts_with(text::kByteOrderMark)) continue;
    file.lines.front().erase(0, text::kByteOrderMark.size());
    log_warning(file.name, " begins with a byte order mark, which is not scored");
  }
}

void warn_if_tokenized(const std::vector<metrics::SegmentFile>& systems) {
  for (const auto& system : systems) {
    if (metrics::looks_tokenized(system.lines)) {
      log_warning("at least 100 lines of ", system.name,
                  " end in \" .\": the text looks tokenized, which makes BLEU misleading; "
                  "detokenize it, or use --force if this is intended");
    }
  }
}

const metrics::Metric* metric_of(const std::string& name, const ScoreArguments& arguments) {
  const auto found = std::ranges::find(arguments.metrics, name, &NamedMetric::name);
  return found->metric.get();
}

/// The metrics without duplicates: in the given order for paired tests, otherwise sorted by name.
std::vector<std::string> metric_names(const ScoreArguments& arguments) {
  std::vector<std::string> names;
  for (const std::string& name : arguments.metric_names) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  if (!arguments.is_paired()) std::sort(names.begin(), names.end());
  return names;
}

/// The texts to score, and the metrics.
struct Task {
  std::vector<const metrics::Metric*> metrics;
  std::vector<metrics::SegmentFile> systems;
  std::vector<std::vector<std::string>> references;
};

/// A score for each line.
std::string score_sentences(const Task& task, const ScoreArguments& arguments) {
  metrics::ScoreFormat format = arguments.output;
  format.json = false;  // sacreBLEU prints lines here regardless of the format
  const metrics::Metric& metric = *task.metrics.front();
  const auto table = metric.statistics(task.systems.front().lines, task.references);
  std::string lines;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const metrics::SignedScore entry{metric.score(table.row(i)),
                                     metric.signature(task.references.size())};
    lines += metrics::format_scores({&entry, 1}, format);
  }
  return lines;
}

metrics::SignedScore score_corpus(const metrics::Metric& metric, metrics::Segments system,
                                  metrics::References references, const ScoreArguments& arguments) {
  const auto table = metric.statistics(system, references);
  metrics::SignedScore entry{metric.score(table.sums()), metric.signature(references.size())};
  if (arguments.confidence) {
    const auto resamples = static_cast<std::size_t>(arguments.confidence_resamples);
    entry.interval = metrics::confidence_interval(metric, table, resamples, arguments.seed);
    entry.signature.add_resampling("bs", resamples, arguments.seed_text);
  }
  return entry;
}

std::string score_systems(const Task& task, const ScoreArguments& arguments) {
  std::vector<metrics::SystemScores> results;
  for (const auto& system : task.systems) {
    results.push_back({system.name, {}});
    for (const auto* metric : task.metrics) {
      results.back().scores.push_back(
          score_corpus(*metric, system.lines, task.references, arguments));
    }
  }
  return results.size() == 1 ? metrics::format_scores(results.front().scores, arguments.output)
                             : metrics::format_systems(results, arguments.output);
}

/// The names of systems in a paired test: their files, or "Baseline", "System 1", ...
std::vector<std::string> paired_names(const Task& task, const ScoreArguments& arguments) {
  std::vector<std::string> names;
  for (const auto& system : task.systems) {
    names.push_back(arguments.inputs.empty() ? str("System ", names.size()) : system.name);
  }
  names.front() = arguments.inputs.empty() ? "Baseline" : "Baseline: " + names.front();
  return names;
}

std::string compare_systems(const Task& task, const ScoreArguments& arguments) {
  const bool bootstrap = arguments.paired_bootstrap;
  const auto times =
      static_cast<std::size_t>(bootstrap ? arguments.paired_resamples : arguments.paired_trials);
  std::vector<metrics::PairedScores> results;
  for (const auto* metric : task.metrics) {
    std::vector<metrics::StatisticsTable> tables;
    for (const auto& system : task.systems) {
      tables.push_back(metric->statistics(system.lines, task.references));
    }
    const auto test = bootstrap ? metrics::paired_bootstrap : metrics::paired_randomization;
    results.push_back({metric->name(),
                       metric->signature(task.references.size())
                           .add_resampling(bootstrap ? "bs" : "ar", times, arguments.seed_text),
                       test(*metric, tables, times, arguments.seed)});
  }
  return metrics::format_paired_test(
      bootstrap ? metrics::PairedTest::bootstrap : metrics::PairedTest::randomization, times,
      paired_names(task, arguments), results, arguments.output);
}

void check_number_of_systems(const Task& task, const ScoreArguments& arguments) {
  const bool one_system = task.systems.size() == 1;
  if (arguments.sentence_level && (task.metrics.size() > 1 || !one_system)) {
    throw Error("--sentence-level works with one metric and one system");
  }
  if (arguments.confidence && !one_system) {
    throw Error("--confidence is for one system", {},
                "use --paired-bs, which compares several systems and gives their intervals");
  }
  if (arguments.is_paired() && one_system) {
    throw Error("a paired test compares systems, but only one is given", {},
                "name several files after -i, the baseline first");
  }
}

int score(ScoreArguments& arguments) {
  check_score_arguments(arguments);
  Task task;
  const auto names = metric_names(arguments);
  for (const std::string& name : names) task.metrics.push_back(metric_of(name, arguments));
  auto references = read_references(arguments);
  task.systems = read_systems(arguments);
  check_lines(task.systems, references);
  check_number_of_systems(task, arguments);
  drop_byte_order_marks(references);
  drop_byte_order_marks(task.systems);
  if (!arguments.force && std::find(names.begin(), names.end(), "bleu") != names.end())
    warn_if_tokenized(task.systems);
  for (const auto& file : references) task.references.push_back(file.lines);

  if (arguments.sentence_level) {
    write_standard_output(score_sentences(task, arguments));
  } else if (arguments.is_paired()) {
    write_standard_output(compare_systems(task, arguments));
  } else {
    write_standard_output(score_systems(task, arguments));
  }
  return 0;
}

ModelScoreArguments by_model(const ScoreArguments& arguments) {
  auto of_model = arguments.by_model;
  of_model.json = arguments.output.json;
  if (arguments.inputs.size() > 1) {
    throw Error("--model scores one file of translations", {}, "name one file after -i");
  }
  of_model.target = arguments.inputs.empty() ? "-" : arguments.inputs.front();
  return of_model;
}

int score_links(const ScoreArguments& arguments) {
  if (!arguments.references.empty() || !arguments.by_model.model.empty()) {
    throw Error("--alignment scores links, which have neither references nor a model", {},
                "name the file of links after -i");
  }
  if (arguments.inputs.size() > 1) {
    throw Error("--alignment scores one file of links", {}, "name one file after -i");
  }
  return score_alignment(arguments.alignment,
                         arguments.inputs.empty() ? "-" : arguments.inputs.front(),
                         arguments.output.json);
}

}  // namespace

std::function<int()> add_score(CLI::App& command, const Program& program) {
  auto arguments = std::make_shared<ScoreArguments>();
  command.allow_extras()->fallthrough(false);
  declare_score_options(command, *arguments);
  return [&command, &program, arguments] {
    try {
      read_score_leftovers(command, *arguments);
    } catch (const CLI::ParseError& error) {
      throw Error(error.what());
    }
    const auto formats = command.get_option("--format")->results();
    if (command.count("--json") > 0 && !formats.empty() && formats.back() == "text") {
      throw Error("--json and --format text cannot be combined", {}, "leave one out");
    }
    if (!arguments->alignment.empty()) return score_links(*arguments);
    if (arguments->by_model.model.empty()) return score(*arguments);
    if (program.score_with_model == nullptr) throw translate::NeedsModules("the score of a model");
    return program.score_with_model(by_model(*arguments));
  };
}

}  // namespace regard::cli
