#include "cli/commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <iomanip>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "base/atomic_file.h"
#include "base/columns.h"
#include "base/machine.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "cli/options.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/search_options.h"
#include "store/model_directory.h"
#include "text/line_reader.h"
#include "translate/translation_model.h"

namespace regard::cli {
namespace {

constexpr double kGiga = 1e9;

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

}  // namespace

std::vector<ProfileRow> rows_of(const engine::Profile& profile, engine::Precision precision) {
  const auto phases = profile.read();
  double seconds = 0;
  for (const auto& phase : phases) seconds += phase.seconds;
  if (seconds == 0) return {};
  const double most = engine::product_rate(precision);
  std::vector<ProfileRow> rows;
  for (size_t i = 0; i < phases.size(); ++i) {
    const auto& phase = phases[i];
    const double rate = ratio(phase.product_operations, phase.product_seconds);
    rows.push_back({.phase = engine::names_of(engine::Phase{})[i],
                    .share = phase.seconds / seconds,
                    .products = ratio(phase.product_seconds, phase.seconds),
                    .gigaoperations = rate / kGiga,
                    .of_rate = rate / most});
  }
  return rows;
}

std::string table_of(const std::vector<ProfileRow>& rows) {
  if (rows.empty()) return "";
  const auto percent = [](double share) { return str(fixed(100 * share, 0), " %"); };
  std::vector<std::vector<std::string>> table = {
      {"phase", "share of time", "in products", "10^9 op/s", "share of peak"}};
  for (const auto& row : rows) {
    table.push_back({row.phase, percent(row.share), percent(row.products),
                     fixed(row.gigaoperations, 0), percent(row.of_rate)});
  }
  return '\n' + in_columns(table);
}

nlohmann::ordered_json json_of(const std::vector<ProfileRow>& rows) {
  auto json = nlohmann::ordered_json::array();
  for (const auto& row : rows) {
    json.push_back({{"phase", row.phase},
                    {"share", row.share},
                    {"products", row.products},
                    {"gigaoperations_per_second", row.gigaoperations},
                    {"of_rate", row.of_rate}});
  }
  return json;
}

}  // namespace regard::cli

// regard bench: measures how fast a model translates, and how much memory it takes.
namespace regard::cli {
namespace {

struct BenchOptions {
  std::string model;
  std::string input;
  std::string output;
  int64_t repeats = 3;
  int64_t alone = 20;
  bool json = false;
  bool profile = false;
  TrustOption trust = {};
  translate::TranslatorOptions computing = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using config::count_of;
    using O = BenchOptions;
    v.field("model", &O::model, config::required("MODEL"),
            "The model: a directory written by regard train.");
    v.field("input", &O::input, config::file(),
            "Text to translate, one sentence per line, plain or .gz. Default: the source of the "
            "test set in the model's config.");
    v.field("output", &O::output, config::file(), "File for the translations.");
    v.field("repeats", &O::repeats, count_of(1),
            "Number of times to translate the text; the median is reported.");
    v.field("alone", &O::alone, count_of(0),
            "Number of lines also translated one at a time, to measure latency.");
    v.field("json", &O::json, "Write the figures as JSON.");
    v.field("profile", &O::profile,
            "Also profile the engine: time per part, and matrix multiplication throughput as a "
            "share of the peak. Use one thread for the clearest figures.");
  }
};

struct Figures {
  size_t sentences = 0;
  size_t tokens = 0;  ///< tokens of the translations, including ends of sentence
  double load_seconds = 0.0;
  double sentences_per_second = 0.0;
  double tokens_per_second = 0.0;
  double milliseconds_per_sentence = 0.0;
  double cpu_milliseconds_per_sentence = 0.0;  ///< summed over all threads
  double latency_milliseconds = 0.0;           ///< latency of a single sentence
  double peak_mebibytes = 0.0;
  std::string text;  ///< the translations, one per line
  std::vector<ProfileRow> profile;
};

std::vector<std::string> read_lines(const std::string& path) {
  text::LineReader reader(path);
  std::vector<std::string> lines;
  std::string line;
  while (reader.next(line)) lines.push_back(line);
  if (lines.empty()) throw Error("is empty", path);
  return lines;
}

std::string chosen_source(const BenchOptions& options, const config::Experiment& experiment) {
  if (!options.input.empty()) return options.input;
  constexpr auto kNameFile = "give --input FILE";
  if (experiment.data.test.source.empty()) {
    throw Error("the model's config names no test set",
                store::ModelDirectory(options.model).config(), kNameFile);
  }
  return options.trust.to_read(experiment.data.test, options.model, experiment.data, kNameFile)
      .source;
}

Figures measure(const BenchOptions& options,
                const std::function<void(config::SearchOptions&)>& override_search,
                config::SearchOptions& search) {
  Figures figures;
  const Stopwatch loading;
  const translate::TranslationModel model(options.model, options.computing);
  figures.load_seconds = loading.seconds();
  if (options.profile && !model.has_engine()) {
    throw Error("is not supported by the inference engine, which --profile measures", options.model,
                "leave out --profile, or a --device that names a GPU");
  }
  search = model.experiment().search;
  override_search(search);
  const auto lines = read_lines(chosen_source(options, model.experiment()));

  const auto translated = [&](std::span<const std::string> some) {
    return model.translate(some, {.search = search});
  };
  const auto alone =
      std::span(lines).first(std::min(lines.size(), static_cast<size_t>(options.alone)));
  if (!alone.empty()) {
    std::vector<double> seconds;
    translated(alone.first(1));  // not timed, because the first call allocates
    for (size_t line = 0; line < alone.size(); ++line) {
      const Stopwatch stopwatch;
      translated(alone.subspan(line, 1));
      seconds.push_back(stopwatch.seconds());
    }
    figures.latency_milliseconds = 1e3 * median(seconds);
  }
  std::optional<engine::Profile> profile;
  if (options.profile) profile.emplace();
  std::vector<double> seconds, cpu_seconds;
  for (int64_t repeat = 0; repeat < options.repeats; ++repeat) {
    const Stopwatch stopwatch;
    const auto cpu = std::clock();
    const auto translations = translated(lines);
    cpu_seconds.push_back(static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC);
    seconds.push_back(stopwatch.seconds());
    figures.tokens = 0;
    figures.text.clear();
    for (const auto& translation : translations) {
      if (!translation.n_best.empty()) figures.tokens += translation.n_best.front().ids.size();
      figures.text += translation.text + '\n';
    }
  }
  if (profile) figures.profile = rows_of(*profile, model.precision());
  figures.sentences = lines.size();
  figures.sentences_per_second = static_cast<double>(figures.sentences) / median(seconds);
  figures.tokens_per_second = static_cast<double>(figures.tokens) / median(seconds);
  figures.milliseconds_per_sentence = 1e3 / figures.sentences_per_second;
  figures.cpu_milliseconds_per_sentence =
      1e3 * median(cpu_seconds) / static_cast<double>(figures.sentences);
  figures.peak_mebibytes = peak_mebibytes();
  return figures;
}

std::string as_table(const BenchOptions& options, const config::SearchOptions& search,
                     const Figures& figures) {
  std::ostringstream table;
  table << std::fixed << std::setprecision(2);
  table << "model    " << options.model << ", loaded in " << figures.load_seconds << " s\n"
        << "text     " << counted(figures.sentences, "sentence") << ", "
        << counted(figures.tokens, "token") << " written\n"
        << "search   beam size " << search.beam_size << ", batch size " << search.batch_size << ", "
        << counted(threads(), "thread") << ", compute " << name_of(options.computing.compute)
        << '\n'
        << "speed    " << figures.sentences_per_second << " sentences/s, "
        << figures.tokens_per_second << " tokens/s, " << figures.milliseconds_per_sentence
        << " ms/sentence, " << figures.cpu_milliseconds_per_sentence << " ms of CPU time\n"
        << "latency  " << figures.latency_milliseconds << " ms for a single sentence (median)\n"
        << "memory   " << figures.peak_mebibytes << " MiB at most\n"
        << table_of(figures.profile);
  return table.str();
}

std::string as_json(const BenchOptions& options, const config::SearchOptions& search,
                    const Figures& figures) {
  nlohmann::ordered_json json = {
      {"model", options.model},
      {"compute", name_of(options.computing.compute)},
      {"threads", threads()},
      {"beam_size", search.beam_size},
      {"batch_size", search.batch_size},
      {"sentences", figures.sentences},
      {"tokens", figures.tokens},
      {"load_seconds", figures.load_seconds},
      {"sentences_per_second", figures.sentences_per_second},
      {"tokens_per_second", figures.tokens_per_second},
      {"milliseconds_per_sentence", figures.milliseconds_per_sentence},
      {"cpu_milliseconds_per_sentence", figures.cpu_milliseconds_per_sentence},
      {"latency_milliseconds", figures.latency_milliseconds},
      {"peak_mebibytes", figures.peak_mebibytes}};
  if (!figures.profile.empty()) json["profile"] = json_of(figures.profile);
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace

std::function<int()> add_bench(CLI::App& command) {
  auto options = std::make_shared<BenchOptions>();
  add_options(command, *options);
  add_older_name(command, "--source", "--input");
  add_options(command, options->trust);
  add_options(command, options->computing, {"device", "compute", "shortlist", "threads"});
  const auto override_search = add_overrides<config::SearchOptions>(command);
  return [=] {
    check_replaces_no_input(options->output, {options->input, options->model});
    if (options->computing.threads > 0) set_threads(options->computing.threads);
    config::SearchOptions search;
    const auto figures = measure(*options, override_search, search);
    if (!options->output.empty()) write_file_atomically(options->output, figures.text);
    write_standard_output(options->json ? as_json(*options, search, figures)
                                        : as_table(*options, search, figures));
    return 0;
  };
}

}  // namespace regard::cli
