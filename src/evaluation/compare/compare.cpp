#include "compare/compare.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/log.h"
#include "base/readable.h"
#include "compare/numbers.h"
#include "compare/run.h"
#include "compare/seed_groups.h"
#include "compare/word_accuracy.h"
#include "config/writer.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"
#include "text/tokenizer_pair.h"

namespace regard::compare {
namespace {

using Lines = std::vector<std::string>;

/// Speed is measured on at most this many sentences, evenly spaced.
constexpr std::size_t kMeasuredSentences = 200;

void check(const CompareOptions& options) {
  if (options.runs.size() + options.ensembles.size() + options.translations.size() < 2) {
    throw Error("compare needs at least two systems", {},
                "name two run directories, or translations with --system NAME=FILE");
  }
  const bool translates = !options.runs.empty() || !options.ensembles.empty();
  std::set<std::string> names;
  for (const auto& system : options.translations) {
    if (!names.insert(system.name).second) {
      throw Error(str("--system uses the name ", system.name, " twice"), {},
                  "give each system a different name");
    }
  }
  if (options.reference.empty() && !options.source.empty()) {
    throw Error("--source is given without --reference", {}, "give both");
  }
  if (!options.reference.empty() && options.source.empty() && translates) {
    throw Error("--reference is given without --source, which the runs translate", {}, "give both");
  }
  if (options.reference.empty() && options.runs.empty()) {
    throw Error("no text is given to compare the translations with", {},
                "give --reference FILE, and --source FILE if available");
  }
  if (options.seeds && options.runs.empty()) {
    throw Error("--seeds compares runs, but none are given", {}, "name run directories");
  }
}

TestLines choose_test(const CompareOptions& options, const std::vector<Run>& runs) {
  if (!options.reference.empty()) return read_test_files(options.source, options.reference);
  const auto& data = runs.front().experiment.data;
  const auto& test = data.test;
  const store::ModelDirectory model(runs.front().directory);
  constexpr auto kNameFiles = "give --source FILE --reference FILE";
  if (test.empty()) {
    throw Error("the run's config names no test set", model.config(), kNameFiles);
  }
  if (!options.trust) store::check_may_read(test, model, data, kNameFiles);
  return read_test_text(store::located(test, model, data));
}

/// Resolves the data files named in the run's config to paths that can be opened from here.
void locate_texts(Run& run) {
  const store::ModelDirectory model(run.directory);
  const auto named = run.experiment.data;
  auto& data = run.experiment.data;
  for (auto& text : data.train) text = store::located(text, model, named);
  for (auto& text : data.valid) text = store::located(text, model, named);
  data.test = store::located(data.test, model, named);
}

text::Preprocess preprocess_of(const Run& run) { return run.experiment.data.preprocess; }

/// If all systems were trained with the same preprocessing (data.preprocess), preprocesses the
/// references too, as regard eval does.
void prepare_references(TestLines& test, const std::vector<Run>& runs, Comparison& comparison,
                        bool only_runs) {
  if (!only_runs || runs.empty() || preprocess_of(runs.front()) == text::Preprocess::none) return;
  const auto preprocess = preprocess_of(runs.front());
  if (std::ranges::any_of(runs, [&](const Run& run) { return preprocess_of(run) != preprocess; })) {
    return;
  }
  for (auto& line : test.references) line = text::preprocess(line, preprocess);
  comparison.notes.push_back(
      str("References are prepared like the training text (data.preprocess: ", name_of(preprocess),
          "), so scores are comparable only with models prepared the same way."));
}

/// Notes which data files were not opened (store/model_directory.h).
void note_texts_not_read(const std::vector<Run>& runs, Comparison& comparison) {
  std::vector<std::string> names;
  for (const auto& run : runs) {
    if (!run.reads_texts) names.push_back(run.name);
  }
  if (names.empty()) return;
  comparison.notes.push_back(
      str("Texts named in the configs of runs trained elsewhere were not read: ", joined(names),
          " (--trust reads them)."));
}

void check_names(const std::vector<System>& systems) {
  for (std::size_t i = 0; i < systems.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (systems[i].name != systems[k].name) continue;
      throw Error(str("two systems are named ", systems[i].name), {},
                  "give --system a different name");
    }
  }
}

/// The words of each run's training set. Identical sets are read once.
class TrainingTexts {
 public:
  explicit TrainingTexts(const Lines& test_sources) : test_sources_(test_sources) {}

  /// The words of the run's training set; null if it cannot or may not be read.
  const TrainingWords* of(const Run& run) {
    if (!run.reads_texts) return nullptr;
    config::DataOptions texts;
    texts.train = run.experiment.data.train;
    const auto [found, is_new] = words_.try_emplace(config::to_yaml(texts));
    if (is_new) found->second = read_training_words(texts, test_sources_);
    return found->second ? &*found->second : nullptr;
  }

 private:
  const Lines& test_sources_;
  std::map<std::string, std::optional<TrainingWords>> words_;
};

/// The training words of the first run whose training set can be read.
const TrainingWords* first_words(const std::vector<Run>& runs, TrainingTexts& texts) {
  for (const auto& run : runs) {
    if (const auto* words = texts.of(run)) return words;
  }
  return nullptr;
}

Lines texts_of(const std::vector<translate::Translation>& translations) {
  Lines texts;
  for (const auto& translation : translations) texts.push_back(translation.text);
  return texts;
}

/// Adds the model-specific results to the sentences.
void add_to_sentences(Comparison& comparison, std::size_t system, RunAnalysis& analysis,
                      const std::vector<std::size_t>& detailed) {
  for (std::size_t i = 0; i < comparison.sentences.size(); ++i) {
    const auto& n_best = analysis.translations[i].n_best;
    if (n_best.empty()) continue;
    auto& output = comparison.sentences[i].systems[system];
    output.log_prob = n_best.front().log_prob;
    output.score = n_best.front().score;
  }
  for (std::size_t k = 0; k < detailed.size(); ++k) {
    auto& output = comparison.sentences[detailed[k]].systems[system];
    for (const auto& candidate : analysis.translations[detailed[k]].n_best) {
      output.n_best.push_back({candidate.text, candidate.log_prob, candidate.score});
    }
    auto& attention = analysis.attention[k];
    if (!attention.weights.empty()) output.attention = std::move(attention);
  }
}

void add_analyses(Comparison& comparison, std::vector<RunAnalysis>& analyses,
                  const CompareOptions& options) {
  const auto sentences = comparison.sentences.size();
  const auto detailed = sample_of(sentences, static_cast<std::size_t>(options.details));
  comparison.calibrations.resize(comparison.systems.size());
  comparison.search_errors.resize(comparison.systems.size());
  comparison.beam_curves.resize(comparison.systems.size());
  for (std::size_t system = 0; system < analyses.size(); ++system) {
    auto& analysis = analyses[system];
    add_to_sentences(comparison, system, analysis, detailed);
    if (analysis.calibration.tokens > 0) comparison.calibrations[system] = analysis.calibration;
    if (analysis.search_errors.sentences > 0) {
      comparison.search_errors[system] = analysis.search_errors;
    }
    comparison.beam_curves[system] = std::move(analysis.beam_curve);
  }
  if (analyses.empty()) return;
  if (detailed.size() < sentences) {
    comparison.notes.push_back(str("N-best lists, attention, calibration and search errors cover ",
                                   detailed.size(), " of the ", sentences,
                                   " sentences, evenly spread."));
  }
  if (options.beam_curve > 0 && static_cast<std::size_t>(options.beam_curve) < sentences) {
    comparison.notes.push_back(
        str("The beam-size curves cover ", options.beam_curve, " of the ", sentences,
            " sentences, spread evenly; their speeds were measured in the same pass."));
  }
}

void add_decoding(Comparison& comparison, const CompareOptions& options,
                  const Lines& test_sources) {
  if (options.runs.empty()) return;
  if (!options.probe || options.repeats == 0) {
    comparison.notes.emplace_back("Speed and memory of decoding were not measured.");
    return;
  }
  log_info("regard: measuring speed and memory, ", counted(options.repeats, "round"),
           ", alternately");
  Lines sources;
  for (const auto number : sample_of(test_sources.size(), kMeasuredSentences)) {
    sources.push_back(test_sources[number]);
  }
  auto measured = measure_in_turns(options.runs, sources, options.repeats, options.probe);
  for (std::size_t i = 0; i < measured.size(); ++i) {
    comparison.systems[i].model->decoding = std::move(measured[i]);
  }
}

void add_warnings(Comparison& comparison, const CompareOptions& options,
                  const std::vector<Run>& runs, TrainingTexts& texts) {
  std::vector<FairnessFacts> facts;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    facts.push_back({.name = runs[i].name,
                     .experiment = runs[i].experiment,
                     .model = *comparison.systems[i].model,
                     .reads_texts = runs[i].reads_texts});
  }
  if (!facts.empty()) comparison.warnings = find_unfairness(facts);
  std::map<std::size_t, std::vector<std::string>>
      runs_that_saw;  // by number of test sentences seen
  for (const auto& run : runs) {
    const auto* words = texts.of(run);
    if (words != nullptr) runs_that_saw[words->seen_sources].push_back(run.name);
  }
  for (const auto& [seen, names] : runs_that_saw) {
    if (seen == 0) continue;
    comparison.text.seen_sentences = seen;  // in ascending order
    comparison.warnings.push_back(
        {"test data", str(seen, " of the ", comparison.text.sentences,
                          " test sentences occur in the training text of ", joined(names), ".")});
  }
  if (!options.reference.empty()) return;
  const auto same_test = [&](const Run& run) {
    return config::to_yaml(run.experiment.data.test) ==
           config::to_yaml(runs.front().experiment.data.test);
  };
  if (!std::ranges::all_of(runs, same_test)) {
    comparison.warnings.push_back(
        {"test data", str("The configs name different test texts; all systems translate the test "
                          "text of ",
                          runs.front().name, ".")});
  }
}

}  // namespace

Comparison compare(const CompareOptions& options) {
  check(options);
  auto runs = open_runs(options.runs, options.trust);
  auto test = choose_test(options, runs);
  for (auto& run : runs) {
    locate_texts(run);
    const auto& tag = run.experiment.data.test.tag;
    if (options.reference.empty() && !tag.empty()) run.experiment.search.tag = tag;
  }
  Comparison comparison;
  for (const auto& run : runs) comparison.systems.push_back({.name = run.name});
  note_texts_not_read(runs, comparison);
  std::vector<Lines> hypotheses(runs.size());
  for (const auto& [name, file] : options.translations) {
    comparison.systems.push_back({.name = name, .file = file});
    hypotheses.push_back(read_translations(file, test));
  }
  for (const auto& models : options.ensembles) {
    comparison.systems.push_back({.name = ensemble_name(models), .file = join(models, " + ")});
    hypotheses.push_back(translated_together(models, test.sources, options.device));
  }
  check_names(comparison.systems);
  prepare_references(test, runs, comparison,
                     options.translations.empty() && options.ensembles.empty());

  std::vector<RunAnalysis> analyses;
  const auto options_of_models = differing_options(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    analyses.push_back(analyse_run(runs[i], test, options));
    hypotheses[i] = texts_of(analyses[i].translations);
    comparison.systems[i].model = std::move(analyses[i].facts);
    comparison.systems[i].model->options = options_of_models[i];
  }
  TrainingTexts texts(test.sources);
  add_quality(comparison, test, hypotheses, first_words(runs, texts),
              static_cast<std::size_t>(options.resamples));
  add_analyses(comparison, analyses, options);
  add_decoding(comparison, options, test.sources);
  add_warnings(comparison, options, runs, texts);
  if (options.seeds) {
    std::vector<config::Experiment> experiments;
    std::vector<std::string> names;
    for (const auto& run : runs) {
      experiments.push_back(run.experiment);
      names.push_back(run.name);
    }
    comparison.seeds = summarize_groups(names, groups_of_config(experiments), comparison.metrics);
  }
  comparison.verdict = verdict_of(comparison);
  return comparison;
}

}  // namespace regard::compare
