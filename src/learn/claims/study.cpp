#include "claims/study.h"

#include <torch/utils.h>

#include <algorithm>

#include "base/atomic_file.h"
#include "base/counted.h"
#include "base/folder.h"
#include "base/interrupt.h"
#include "base/log.h"
#include "base/progress_bar.h"
#include "base/stopwatch.h"
#include "claims/trial_file.h"
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

/// The first trial is a probe of the machine: if it was much faster or slower than estimated, all
/// will be.
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

void study(const StudyOptions& options) {
  make_folder(options.folder);
  make_trials(options.folder, missing_trials(options));
  const auto findings = findings_in(options.folder);
  for (const auto& finding : findings) {
    log_info(finding.claim->name, ": ", finding.verdict.text);
    write_file_atomically(options.folder / str(finding.claim->name, ".svg"), study_svg(finding));
  }
  const auto page = options.folder / "index.html";
  write_file_atomically(page, study_page(findings));
  log_info("wrote ", page.string());
  if (options.markdown.empty()) return;
  const auto pictures =
      fs::relative(options.folder, fs::absolute(options.markdown).parent_path()).generic_string();
  write_file_atomically(options.markdown, study_markdown(findings, pictures));
  log_info("wrote ", options.markdown);
}

}  // namespace regard::claims
