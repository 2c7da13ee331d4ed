#include "cli_training/own_text.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/log.h"
#include "base/version.h"
#include "cli/line_language.h"
#include "findings/clean.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"

namespace regard::cli {
namespace {

void check_are_texts(const std::vector<std::string>& files) {
  for (const auto& file : files) {
    if (!file.ends_with(".yaml") && !file.ends_with(".yml")) continue;
    throw Error(str("a config and --data cannot be combined: ", file), {},
                "name the texts in the config: --set data.train=[{tsv: FILE}]");
  }
}

using Weights = std::map<std::string, double>;  // by file

Weights::value_type parsed_weight(const std::string& option,
                                  const std::vector<std::string>& files) {
  const auto equals = option.rfind('=');
  const auto fail = [&](const std::string& problem) -> Weights::value_type {
    throw Error(str("--weight ", option, ": ", problem), {},
                str("write it like --weight ", files.front(), "=0.5"));
  };
  if (equals == std::string::npos) return fail("is not FILE=NUMBER");
  const auto file = option.substr(0, equals);
  const auto weight = config::parse_double(option.substr(equals + 1));
  if (!weight || !(*weight > 0) || !std::isfinite(*weight)) {
    return fail("the weight is not a number above 0");
  }
  const auto is_named = [&](const std::string& path) {
    return std::filesystem::path(path).filename() == file;
  };
  const auto is_same = [&](const std::string& path) {
    return std::filesystem::path(path).lexically_normal() ==
           std::filesystem::path(file).lexically_normal();
  };
  const auto same = std::ranges::find_if(files, is_same);
  if (same != files.end()) return {*same, *weight};
  const auto named = std::ranges::count_if(files, is_named);
  if (named == 1) return {*std::ranges::find_if(files, is_named), *weight};
  return fail(str(file, named == 0 ? " is not among the files of --data"
                                   : " is the name of several files of --data"));
}

/// The weights of files; if a file has several, the last one counts.
Weights parsed_weights(const OwnText& text) {
  Weights weights;
  for (const auto& one : text.weights) {
    const auto [file, weight] = parsed_weight(one, text.files);
    weights[file] = weight;
  }
  return weights;
}

/// A finding in words: "empty: a side is empty (first: pairs.tsv:2)".
std::string words_of(const findings::Finding& finding) {
  std::string words = str(finding.kind.name, ": ", finding.kind.meaning);
  if (!finding.examples.empty()) words += str(" (first: ", finding.examples.front().where, ')');
  return words;
}

train::CleanedPairs cleaned(const OwnText& text, const std::string& folder) {
  findings::Inspection inspection{.files = text.files, .language_of = language_of_line};
  for (auto* options : {&inspection.options.from_language, &inspection.read.source_language}) {
    *options = text.source_language;
  }
  for (auto* options : {&inspection.options.to_language, &inspection.read.target_language}) {
    *options = text.target_language;
  }
  findings::CleanOptions options = {
      .output = folder + "/pairs.tsv", .rejected = folder + "/rejected.tsv", .strict = text.strict};
  std::vector<config::ParallelText> texts = {{.tsv = options.output}};
  for (const auto& [file, weight] : parsed_weights(text)) {
    const auto number = texts.size() + 1;
    texts.push_back({.tsv = str(folder, "/pairs-", number, ".tsv"), .weight = weight});
    options.output_of_file[file] = texts.back().tsv;
  }
  const auto report = findings::clean(inspection, options);
  for (const auto& [file, output] : options.output_of_file) {
    if (!std::filesystem::is_empty(output)) continue;
    log_warning("--weight ", file, ": none of its pairs was kept; if it is one of two parallel ",
                "files, give the weight to the source file");
  }
  write_file_atomically(folder + "/cleaning.txt", report.table());
  train::CleanedPairs result{.name = join(text.files),
                             .texts = std::move(texts),
                             .pairs = report.pairs,
                             .source_language = report.source_language,
                             .target_language = report.target_language,
                             .warning = report.warning};
  for (const auto& finding : report.findings) {
    if (finding.count == 0) continue;
    const bool is_dropped = finding.kind.action == findings::Action::drop;
    auto& rows = is_dropped ? result.dropped : result.mended;
    rows.emplace_back(finding.count, words_of(finding));
  }
  return result;
}

}  // namespace

train::CleanInto cleaner_of(const OwnText& text) {
  check_are_texts(text.files);
  parsed_weights(text);
  return [text](const std::string& folder) { return cleaned(text, folder); };
}

std::string key_of(const OwnText& text) {
  constexpr int kChecks = 2;  // increases when the criteria for good pairs change
  Digest digest;
  const auto add = [&](const auto&... parts) { digest.add(str(parts..., '\n')); };
  add(kChecks, ' ', kVersion, ' ', text.strict, ' ', text.source_language, ' ',
      text.target_language);
  for (const auto& file : text.files) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return "";
    add(file, ' ', sha256_of_file(file));
  }
  for (const auto& weight : text.weights) add(weight);
  constexpr size_t kDigits = 32;
  return digest.digits().substr(0, kDigits);
}

}  // namespace regard::cli
