#include "findings/clean.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iomanip>
#include <optional>
#include <sstream>

#include "base/files.h"
#include "base/log.h"
#include "base/process.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "base/utf8.h"
#include "findings/pair_batches.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::findings {
namespace {

std::string in_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string rejected_line(const bitext::Pair& pair, const CheckRun::Verdict& verdict,
                          const std::vector<bitext::PairFile>& files) {
  return str(place_of(pair, files), '\t', verdict.dropped_by->name, '\t',
             in_one_line(verdict.detail), '\t', in_one_line(pair.raw), '\n');
}

void check_equal_lengths(const CheckContext& context) {
  if (context.survey.alone == 0) return;
  throw Error(str("the two texts have different numbers of lines: ",
                  counted(context.survey.alone, "line"), " without a counterpart"),
              context.survey.first_alone,
              "run regard corpus check to find lost lines: line n of one file must be the "
              "translation of line n of the other");
}

/// Output is plain text or .gz. Throws Error for a name with the suffix of a different format.
void check_names_format(const std::string& path) {
  constexpr std::array kOthers = {".xz",  ".zst",   ".bz2", ".lzma", ".zip",  ".csv",  ".tmx",
                                  ".xlf", ".xliff", ".po",  ".mo",   ".json", ".jsonl"};
  const auto name = lower_ascii(path);
  for (const std::string_view suffix : kOthers) {
    if (!name.ends_with(suffix)) continue;
    const bool is_packed = name.find(".tsv") != std::string::npos;
    throw Error(
        str("cannot be written as ", suffix, ": the output is source<TAB>target lines"), path,
        is_packed ? "name a .tsv.gz, or write a .tsv and compress it" : "name a .tsv or a .tsv.gz");
  }
}

/// Checks an output path before the work starts. Creates nothing.
void check_can_be_written(const std::string& path) {
  check_names_format(path);
  if (path.empty() || path == "-" || is_there(path)) return;
  check_folder_can_be_written(std::filesystem::absolute(path).parent_path(), "name another file");
}

/// Strict mode drops the lines that would otherwise be repaired, so that they become visible.
Actions actions_when_strict(const CleanOptions& options) {
  auto actions = options.actions;
  if (options.strict) actions["windows-1252"] = Action::drop;
  return actions;
}

void check_is_pair(const CheckRun::Verdict& verdict, const std::string& where) {
  if (verdict.dropped_by == nullptr) return;
  const auto& kind = *verdict.dropped_by;
  const bool is_encoding = kind.name == "windows-1252";
  if ((!kind.ends && !is_encoding) || kind.name == "empty" || kind.name == "draft") return;
  throw Error(str(is_encoding ? "not valid UTF-8" : std::string(kind.meaning),
                  verdict.detail.empty() ? "" : " (" + verdict.detail + ")"),
              where, "correct or remove the line, or leave out --strict");
}

/// The output file of each pair, selected by the pair's input file.
class Outputs {
 public:
  Outputs(const CleanOptions& options, const std::vector<bitext::PairFile>& files)
      : common_(options.output) {
    for (const auto& file : files) {
      const auto own = options.output_of_file.find(file.path);
      if (own == options.output_of_file.end()) {
        of_file_.push_back(&common_);
      } else {
        of_file_.push_back(&own_.try_emplace(own->second, own->second).first->second);
      }
    }
  }

  void write(const bitext::Pair& pair) {
    of_file_.at(pair.file)->write(str(pair.source, '\t', pair.target, pair.more, '\n'));
  }
  void commit() {
    common_.commit();
    for (auto& [path, file] : own_) file.commit();
  }

 private:
  OutputFile common_;
  std::map<std::string, OutputFile> own_;  // output files by path
  std::vector<OutputFile*> of_file_;
};

/// Throws Error if cleaning keeps no pair.
void check_keeps_any(const CleanReport& report, const Inspection& inspection,
                     const CleanOptions& options) {
  if (report.kept > 0) return;
  std::vector<std::string> dropped;
  for (const auto& finding : report.findings) {
    const bool drops = finding.kind.action == Action::drop && finding.count > 0;
    if (drops) dropped.push_back(str(finding.count, ' ', finding.kind.name));
  }
  throw Error(
      str("none of ", counted(report.pairs, "pair"), " is good: ", join(dropped)),
      inspection.files.front(),
      options.rejected.empty()
          ? "run regard corpus check for examples, or add --rejected FILE to list all of them"
          : "see the lines and their reasons in " + options.rejected);
}

}  // namespace

std::string CleanReport::table() const {
  std::ostringstream out;
  const auto row = [&](int64_t count, const auto&... words) {
    constexpr int kWidth = 11;
    out << std::setw(kWidth) << grouped(count) << "  ";
    (out << ... << words) << '\n';
  };
  row(pairs, "pairs read");
  for (const auto& [kind, is_looked_for, count, examples] : findings) {
    if (count == 0) continue;
    row(count, kind.action == Action::drop ? "dropped: " : "repaired: ", kind.name, " (",
        kind.meaning, ')');
  }
  row(kept, "kept, ", grouped(mended), " of them repaired");
  return std::move(out).str();
}

CleanReport clean(const Inspection& inspection, const CleanOptions& options) {
  for (const auto* path : {&options.output, &options.rejected}) check_can_be_written(*path);
  const auto context = survey_files(inspection);
  const auto reader = bitext::open_pairs(inspection.files, inspection.read);
  const auto files = reader->files();
  check_equal_lengths(context);
  for (const auto& file : files) {
    if (!file.note.empty()) log_info(printable(file.path), ' ', printable(file.note));
  }
  CheckRun checks(context, actions_when_strict(options), CheckRun::Until::drop);
  Outputs output(options, files);
  std::optional<OutputFile> rejected;
  if (!options.rejected.empty()) rejected.emplace(options.rejected);
  ProgressBar bar(context.survey.pairs, "clean");
  CleanReport report{.source_language = context.survey.source_language,
                     .target_language = context.survey.target_language,
                     .warning = context.survey.warning()};
  PairBatches batches(*reader, inspection.language_of);
  for (auto subjects = batches.next(); !subjects.empty(); subjects = batches.next()) {
    stop_if_interrupted();
    const auto verdicts = checks.put(subjects, files);
    for (size_t at = 0; at < subjects.size(); ++at) {
      const auto& verdict = verdicts[at];
      const auto& pair = subjects[at].pair;
      if (options.strict) check_is_pair(verdict, place_of(pair, files));
      if (verdict.dropped_by == nullptr) {
        ++report.kept;
        if (verdict.is_mended) ++report.mended;
        output.write(pair);
      } else if (rejected) {
        rejected->write(rejected_line(pair, verdict, files));
      }
    }
    report.pairs += std::ssize(subjects);
    bar.update(report.pairs);
  }
  if (rejected) rejected->commit();
  report.findings = checks.take();
  check_keeps_any(report, inspection, options);
  output.commit();
  return report;
}

std::string names_of_kinds(Action action) {
  std::vector<std::string_view> names;
  for (const auto& row : check_table()) {
    if (row.kind.action == action && !row.kind.ends) names.push_back(row.kind.name);
  }
  return join(names);
}

Actions actions_of(const std::vector<std::string>& dropped, const std::vector<std::string>& kept) {
  Actions actions;
  const auto add = [&](const std::string& list, Action action) {
    std::istringstream names(list);
    for (std::string name; std::getline(names, name, ',');) {
      const auto& table = check_table();
      const auto row =
          std::ranges::find(table, name, [](const auto& one) { return one.kind.name; });
      if (row == table.end()) {
        std::vector<std::string> known;
        for (const auto& one : table) known.emplace_back(one.kind.name);
        const auto meant = did_you_mean(name, known);
        throw Error(str("unknown kind of finding ", name), {},
                    meant.empty() ? "use one of the kinds " + join(known) : meant);
      }
      if (action == Action::keep && row->kind.ends) {
        throw Error(str("--keep ", name, ": such a line is not a pair"), {}, "leave it out");
      }
      const auto [known, is_new] = actions.emplace(name, action);
      if (!is_new && known->second != action) {
        throw Error(str("--drop ", name, " and --keep ", name, " cannot be combined"), {},
                    "leave one out");
      }
    }
  };
  for (const auto& list : dropped) add(list, Action::drop);
  for (const auto& list : kept) add(list, Action::keep);
  return actions;
}

}  // namespace regard::findings
