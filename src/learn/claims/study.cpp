#include "claims/study.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/process.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "claims/trial_file.h"
#include "draw/charts.h"
#include "draw/page.h"
#include "draw/phrases.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

namespace fs = std::filesystem;

struct Missing {
  const Claim* claim;
  uint64_t seed;
};

std::vector<Missing> missing_trials(const StudyOptions& options) {
  std::vector<const Claim*> chosen;
  for (const auto& name : options.names) chosen.push_back(&find_claim(name));
  if (options.names.empty()) {
    for (const auto& claim : claims()) chosen.push_back(&claim);
  }
  std::vector<Missing> missing;
  for (const auto* claim : chosen) {
    const auto trials = TrialFile(options.folder, *claim).read();
    const auto seeds = static_cast<uint64_t>(options.seeds > 0 ? options.seeds : claim->seeds);
    for (uint64_t seed = 1; seed <= seeds; ++seed) {
      if (std::ranges::find(trials, seed, &Trial::seed) == trials.end()) {
        missing.push_back({claim, seed});
      }
    }
  }
  return missing;
}

/// The file name of a picture. Chinese pictures are in the same folder as English ones.
std::string picture_file(const Claim& claim, words::Language language) {
  return str(claim.name, language == words::Language::zh ? ".zh.svg" : ".svg");
}

/// Logs a new estimate if the first trial was much faster or slower than expected, because the
/// others will be, too.
void log_pace(double pace, int64_t estimated) {
  constexpr double kNotable = 1.5;
  if (pace < kNotable && pace > 1 / kNotable) return;
  log_info("at the pace of the first trial: about ",
           format_duration(static_cast<double>(estimated) * pace));
}

void make_trials(const fs::path& folder, const std::vector<Missing>& missing) {
  int64_t all = 0, done = 0;
  for (const auto& [claim, seed] : missing) all += claim->seconds;
  if (all > 0) {
    log_info(counted(missing.size(), "trial"), ": about ",
             format_duration(static_cast<double>(all)), " on one fast core");
  }
  const InterruptGuard interrupt;
  ProgressBar bar(all, "claims");
  for (const auto& [claim, seed] : missing) {
    bar.update(done, str(claim->name, ", seed ", seed));
    const Stopwatch stopwatch;
    torch::manual_seed(seed);
    auto measured = claim->measure({.seed = seed});
    const double seconds = stopwatch.seconds();
    TrialFile(folder, *claim).add({seed, seconds, std::move(measured)});
    if (done == 0) log_pace(seconds / static_cast<double>(claim->seconds), all);
    done += claim->seconds;
    interrupt.stop_if_requested();
  }
}

}  // namespace

std::vector<Finding> findings_in(const fs::path& folder) {
  std::vector<Finding> findings;
  for (const auto& claim : claims()) {
    auto trials = TrialFile(folder, claim).read();
    if (trials.empty()) continue;
    auto verdict = judge(claim, trials);
    findings.push_back({&claim, std::move(trials), std::move(verdict)});
  }
  return findings;
}

namespace {

std::string verdict_in(const Finding& finding, words::Language language) {
  const draw::DrawnIn drawn_in(words::phrases_of(language));
  return draw::drawn_text(finding.verdict.text);
}

}  // namespace

void study(const StudyOptions& options) {
  make_folder(options.folder);
  make_trials(options.folder, missing_trials(options));
  const auto findings = findings_in(options.folder);
  for (const auto& finding : findings) {
    log_info(finding.claim->name, ": ", verdict_in(finding, options.language));
    write_file_atomically(options.folder / picture_file(*finding.claim, options.language),
                          study_svg(finding, options.language));
  }
  const auto page = options.folder / "index.html";
  write_file_atomically(page, study_page(findings, options.language));
  log_info("wrote ", page.string());
  if (options.markdown.empty()) return;
  const auto pictures =
      fs::relative(options.folder, fs::absolute(options.markdown).parent_path()).generic_string();
  write_file_atomically(options.markdown, study_markdown(findings, pictures, options.language));
  log_info("wrote ", options.markdown);
}

namespace {

using draw::drawn_text, draw::label;

double seconds_of(const Finding& finding) {
  double seconds = 0;
  for (const auto& trial : finding.trials) seconds += trial.seconds;
  return seconds;
}

std::string measured_text(const Interval& interval) {
  if (std::isnan(interval.low)) return label(interval.mean);
  if (interval.low == interval.high) return drawn_text("{}, always", {label(interval.mean)});
  return str(label(interval.mean), " [", label(interval.low), ", ", label(interval.high), "]");
}

std::string bounds_text(const Check& check) {
  if (std::isinf(check.low)) return drawn_text("below {}", {label(check.high)});
  if (std::isinf(check.high)) return drawn_text("above {}", {label(check.low)});
  return drawn_text("between {} and {}", {label(check.low), label(check.high)});
}

std::string answer_text(const CheckResult& result) {
  if (result.answer != Answer::undecided)
    return drawn_text(result.answer == Answer::yes ? "yes" : "no");
  if (!result.seeds_to_tell) return drawn_text("undecided");
  return drawn_text(str("undecided: about ", *result.seeds_to_tell, " seeds would decide"));
}

draw::IntervalChart::Row row_of(const Chart& chart, const Chart::Row& row,
                                const std::vector<Trial>& trials) {
  std::vector<double> values;
  for (const auto& trial : trials) values.push_back(trial.measured.at(row.measurement));
  const auto interval = interval_of(std::move(values), chart.axis.scale);
  return {.name = row.name,
          .value = interval.mean,
          .low = interval.low,
          .high = interval.high,
          .colour = row.colour};
}

}  // namespace

std::vector<std::string> introduction(const std::vector<Finding>& findings) {
  double seconds = 0;
  for (const auto& finding : findings) seconds += seconds_of(finding);
  return {
      drawn_text(
          "Small experiments test {} from Dive into Deep Learning and the papers it builds on. "
          "They took {} on the machine that made this page. The command regard claims repeats "
          "them.",
          {drawn_text(counted(findings.size(), "claim")), drawn_text(format_duration(seconds))}),
      drawn_text(
          "Each check measures a number once per seed. Its answer is yes if the 95 % interval of "
          "the mean (Student's t) lies within the check's bounds, no if it lies outside, and "
          "undecided if it crosses a bound: there are too few seeds to decide. "
          "A claim holds if every check says yes and is refuted if every check says no. If the "
          "answers differ, the claim depends on what distinguishes the checks."),
      drawn_text(
          "Models and data are small, so that a laptop can repeat everything. A verdict applies to "
          "these experiments, not to models a hundred times as large.")};
}

std::vector<CheckTexts> check_texts(const Finding& finding) {
  std::vector<CheckTexts> texts;
  for (size_t i = 0; i < finding.claim->checks.size(); ++i) {
    const auto& check = finding.claim->checks[i];
    const auto& result = finding.verdict.checks.at(i);
    texts.push_back({drawn_text(check.statement), drawn_text(check.quantity_name),
                     measured_text(result.interval), bounds_text(check), answer_text(result)});
  }
  return texts;
}

std::string effort_text(const Finding& finding) {
  return str(drawn_text(counted(finding.trials.size(), "seed")), drawn_text(", "),
             drawn_text(format_duration(seconds_of(finding))));
}

draw::Picture charts_of(const Finding& finding) {
  std::vector<draw::Picture> charts;
  for (const auto& chart : finding.claim->charts) {
    draw::IntervalChart drawn{
        .title = chart.title, .x = chart.axis, .rows = {}, .values_on_hover = true};
    for (const auto& row : chart.rows) drawn.rows.push_back(row_of(chart, row, finding.trials));
    charts.push_back(draw::draw(drawn));
  }
  return draw::arrange(charts, 1);
}

std::string study_title() { return drawn_text("What the book claims, tested"); }

std::string heading_of(const Finding& finding) {
  return str(drawn_text(finding.claim->title), drawn_text(": "), drawn_text(finding.verdict.text));
}

std::string study_svg(const Finding& finding, words::Language language) {
  const draw::DrawnIn drawn_in(words::phrases_of(language));
  return charts_of(finding).svg(heading_of(finding) +
                                (language == words::Language::zh ? "。" : "."));
}

namespace {

std::string section_of(const Finding& finding, const std::string& pictures,
                       words::Language language) {
  const auto& claim = *finding.claim;
  return str("\n<a id=\"", claim.name, "\"></a>\n## ", heading_of(finding), "\n\n![",
             drawn_text("Chart"), "](", pictures, '/', picture_file(claim, language), ")\n\n",
             drawn_text("{} ({}; `regard claims {}`, {})",
                        {drawn_text(claim.remark), drawn_text(claim.source),
                         std::string(claim.name), effort_text(finding)}),
             '\n');
}

}  // namespace

std::string study_markdown(const std::vector<Finding>& findings, const std::string& pictures,
                           words::Language language) {
  const draw::DrawnIn drawn_in(words::phrases_of(language));
  auto text = str("# ", study_title(), "\n");
  for (const auto& paragraph : introduction(findings)) text += str('\n', paragraph, '\n');
  text += str('\n',
              drawn_text("The page that `regard claims` writes also has each claim's statement, "
                         "experiment and checks."),
              '\n');
  for (const auto& finding : findings) text += section_of(finding, pictures, language);
  return text;
}

}  // namespace regard::claims
