#include "cli_training/own_text.h"

#include "base/atomic_file.h"
#include "cli/line_language.h"
#include "findings/clean.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

void check_are_texts(const std::vector<std::string>& files) {
  for (const auto& file : files) {
    if (!file.ends_with(".yaml") && !file.ends_with(".yml")) continue;
    throw Error(str("a config and --data exclude each other: ", file), {},
                "a config names its texts: --set data.train=[{tsv: FILE}]");
  }
}

/// "empty, a side is empty (first: pairs.tsv:2)"
std::string words_of(const findings::Finding& finding) {
  std::string words = str(finding.kind.name, ", ", finding.kind.meaning);
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
  const findings::CleanOptions options = {
      .output = folder + "/pairs.tsv", .rejected = folder + "/rejected.tsv", .strict = text.strict};
  const auto report = findings::clean(inspection, options);
  write_file_atomically(folder + "/cleaning.txt", report.table());
  train::CleanedPairs result{.name = join(text.files),
                             .text = {.tsv = options.output},
                             .pairs = report.pairs,
                             .source_language = report.source_language,
                             .target_language = report.target_language};
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
  return [text](const std::string& folder) { return cleaned(text, folder); };
}

}  // namespace regard::cli
