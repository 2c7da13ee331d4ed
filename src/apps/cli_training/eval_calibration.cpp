#include "cli_training/eval_calibration.h"

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/columns.h"
#include "base/files.h"
#include "base/log.h"
#include "base/packed_folder.h"
#include "base/readable.h"
#include "compare/confidence_fit.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "serve/languages.h"
#include "store/model_directory.h"
#include "translate/flags.h"

namespace regard::cli {
namespace {

using compare::Calibration;
using translate::Flag;

/// Minimum number of sentence pairs to learn from. Fewer pairs say little about the share of good
/// sentences.
constexpr size_t kFewestPairs = 200;

/// Number of translations and of references with each flag. Flags of references are false alarms.
struct FlagCounts {
  std::array<int64_t, names_of(Flag{}).size()> translations = {}, references = {};
};

void count(std::vector<Flag> flags, const std::string& text, const std::string& language,
           std::array<int64_t, names_of(Flag{}).size()>& counts) {
  if (serve::is_in_other_language(text, language)) add_flag(Flag::wrong_language, flags);
  for (const auto flag : flags) ++counts[static_cast<size_t>(flag)];
}

struct Outcome {
  size_t fitted = 0, tested = 0;
  compare::ConfidenceReport report = {};
  FlagCounts flags = {};
};

std::string percent(double share, int digits = 1) {
  return str(fixed(100.0 * share, digits), " %");
}

std::string error_row(const Calibration& calibration) {
  return fixed(calibration.expected_error, 4);
}

std::string table_of_errors(const compare::ConfidenceReport& report) {
  return in_columns(
      {{"", "ECE before", "after", "right"},
       {"words", error_row(report.words_before), error_row(report.words_after),
        percent(report.words_after.accuracy)},
       {"sentences", error_row(report.sentences_before), error_row(report.sentences_after),
        percent(report.sentences_after.accuracy)}});
}

std::string table_of_bins(const compare::ConfidenceReport& report) {
  std::vector<std::vector<std::string>> rows = {
      {"confidence", "words", "mean", "right", "sentences", "mean", "good"}};
  const auto add = [](const Calibration::Bin& bin, std::vector<std::string>& row) {
    row.push_back(str(bin.tokens));
    row.push_back(bin.tokens == 0 ? "-" : percent(bin.confidence));
    row.push_back(bin.tokens == 0 ? "-" : percent(bin.accuracy));
  };
  for (size_t i = 0; i < report.words_after.bins.size(); ++i) {
    const auto& bin = report.words_after.bins[i];
    std::vector<std::string> row = {str(fixed(bin.low, 1), "-", fixed(bin.high, 1))};
    add(bin, row);
    add(report.sentences_after.bins[i], row);
    rows.push_back(std::move(row));
  }
  return in_columns(rows);
}

std::string table_of_flags(const FlagCounts& flags, size_t sentences) {
  const auto all = static_cast<double>(sentences);
  std::vector<std::vector<std::string>> rows = {{"flag", "translations", "references"}};
  const auto names = names_of(Flag{});
  for (size_t i = 0; i < names.size(); ++i) {
    rows.push_back({names[i], percent(static_cast<double>(flags.translations[i]) / all, 2),
                    percent(static_cast<double>(flags.references[i]) / all, 2)});
  }
  return in_columns(rows);
}

std::string as_table(const Outcome& outcome) {
  return str("Calibrated on ", counted(outcome.fitted, "sentence"), " and tested on ",
             outcome.tested, " others.\n\n", table_of_errors(outcome.report), '\n',
             table_of_bins(outcome.report), '\n',
             table_of_flags(outcome.flags, outcome.fitted + outcome.tested));
}

nlohmann::ordered_json json_of(const Calibration& before, const Calibration& after) {
  nlohmann::ordered_json json = {{"count", after.tokens},
                                 {"right", after.accuracy},
                                 {"error_before", before.expected_error},
                                 {"error", after.expected_error},
                                 {"bins", nlohmann::ordered_json::array()}};
  for (const auto& bin : after.bins) {
    json["bins"].push_back({{"low", bin.low},
                            {"high", bin.high},
                            {"count", bin.tokens},
                            {"confidence", bin.confidence},
                            {"right", bin.accuracy}});
  }
  return json;
}

std::string as_json(const Outcome& outcome) {
  const auto& report = outcome.report;
  nlohmann::ordered_json json = {
      {"fitted", outcome.fitted},
      {"tested", outcome.tested},
      {"words", json_of(report.words_before, report.words_after)},
      {"sentences", json_of(report.sentences_before, report.sentences_after)}};
  const auto names = names_of(Flag{});
  for (size_t i = 0; i < names.size(); ++i) {
    json["flags"][names[i]] = {{"translations", outcome.flags.translations[i]},
                               {"references", outcome.flags.references[i]}};
  }
  return json.dump(2) + '\n';
}

void keep(const translate::ConfidenceWeights& weights, const std::string& directory) {
  const store::ModelDirectory model(directory);
  if (!is_packed_folder(directory)) {
    write_file_atomically(model.confidence(), to_yaml(weights));
    return;
  }
  const ScratchFolder scratch;
  const auto name = std::filesystem::path(model.confidence()).filename().string();
  write_file_atomically(scratch / name, to_yaml(weights));
  put_into_packed_folder(directory, scratch / name);
}

}  // namespace

std::string calibrated(const translate::TranslationModel& model, const std::string& directory,
                       const corpus::TestText& text, const config::SearchOptions& search,
                       bool json) {
  if (text.sources.size() < kFewestPairs) {
    throw Error(str("the text has ", counted(text.sources.size(), "pair"), ", but at least ",
                    kFewestPairs, " are needed to calibrate confidence"),
                {}, "name a longer text: --source FILE --reference FILE");
  }
  const double good_chrf = translate::ConfidenceWeights().good_chrf;
  const auto& language = model.experiment().data.target_language;
  const auto is_name = translate::names_by(model.tokenizers());
  std::vector<compare::JudgedTranslation> fitted, tested;
  FlagCounts flags;
  auto translations =
      model.translate(text.sources, {.search = search, .options = {.confidence = true}});
  for (size_t line = 0; line < translations.size(); ++line) {
    const auto& translation = translations[line];
    const auto &source = text.sources[line], &reference = text.references[line];
    count(translation.flags, translation.text, language, flags.translations);
    count(translate::flags_of_texts(source, reference, is_name), reference, language,
          flags.references);
    if (translation.n_best.empty()) continue;
    auto features = features_of(source, translation.n_best.front(), translation);
    auto& half = line % 2 == 0 ? fitted : tested;
    half.push_back(compare::judged(std::move(features), translation.text, reference, good_chrf));
  }
  const auto weights = compare::fit_confidence(fitted, good_chrf);
  const Outcome outcome = {.fitted = fitted.size(),
                           .tested = tested.size(),
                           .report = report_of(weights, tested),
                           .flags = flags};
  keep(weights, directory);
  log_info("stored the calibration in ", directory);
  return json ? as_json(outcome) : as_table(outcome);
}

}  // namespace regard::cli
