#include "findings/check_run.h"

#include "base/machine.h"
#include "regard/base/str.h"

namespace regard::findings {

std::string place_of(const bitext::Pair& pair, const std::vector<bitext::PairFile>& files) {
  return str(files.at(pair.file).path, ':', pair.number);
}

CheckRun::CheckRun(const CheckContext& context, const Actions& actions, Until until,
                   size_t examples)
    : until_(until), most_examples_(examples) {
  for (const auto& row : check_table()) {
    Finding finding{.kind = row.kind};
    const auto action = actions.find(row.kind.name);
    if (action != actions.end()) finding.kind.action = action->second;
    const bool is_left_out = until == Until::drop && finding.kind.action == Action::keep;
    checks_.push_back(is_left_out ? nullptr : row.make(row.kind, context));
    finding.is_looked_for = checks_.back() != nullptr;
    found_.push_back(std::move(finding));
  }
}

/// Runs the checks from `first` to `last` - 1 until one of them ends the checks of this pair.
void CheckRun::put_to(size_t first, size_t last, Subject& subject, Progress& progress) const {
  for (size_t at = first; at < last && !progress.has_ended; ++at) {
    if (!checks_[at]) continue;
    auto detail = checks_[at]->look(subject);
    if (!detail) continue;
    progress.hits.push_back({at, std::move(*detail)});
    const auto& kind = found_[at].kind;
    progress.has_ended = kind.ends || (until_ == Until::drop && kind.action == Action::drop);
    subject.is_out = progress.has_ended;
  }
}

CheckRun::Verdict CheckRun::count(const Subject& subject, Progress& progress,
                                  const std::vector<bitext::PairFile>& files) {
  Verdict verdict;
  for (auto& [check, detail] : progress.hits) {
    auto& [kind, is_looked_for, count, examples] = found_[check];
    ++count;
    const bool is_shown = !kind.in_runs || examples.empty() || examples.back().detail != detail;
    if (is_shown && examples.size() < most_examples_) {
      const auto& pair = subject.pair;
      examples.push_back({place_of(pair, files), pair.source, pair.target, detail});
    }
    if (kind.ends) verdict.is_whole = false;
    if (kind.action == Action::repair) verdict.is_mended = true;
    const bool drops = kind.action == Action::drop || kind.action == Action::stop;
    if (drops && verdict.dropped_by == nullptr) {
      verdict.dropped_by = &kind;
      verdict.detail = std::move(detail);
    }
  }
  return verdict;
}

std::vector<CheckRun::Verdict> CheckRun::put(std::span<Subject> subjects,
                                             const std::vector<bitext::PairFile>& files) {
  std::vector<Progress> progress(subjects.size());
  for (size_t first = 0, last = 0; first < checks_.size(); first = last) {
    const bool remembers = found_[first].kind.remembers;
    while (last < checks_.size() && found_[last].kind.remembers == remembers) ++last;
    for (size_t check = first; check < last; ++check) {
      if (checks_[check]) checks_[check]->look_ahead(subjects);
    }
    const auto work = [&](int64_t begin, int64_t end) {
      for (auto at = static_cast<size_t>(begin); at < static_cast<size_t>(end); ++at) {
        put_to(first, last, subjects[at], progress[at]);
      }
    };
    constexpr int64_t kPairsOfAThread = 32;  // fewer pairs are not worth a thread
    const auto count = std::ssize(subjects);
    remembers ? work(0, count) : for_parts(count, kPairsOfAThread, work);
  }
  std::vector<Verdict> verdicts;
  for (size_t at = 0; at < subjects.size(); ++at) {
    verdicts.push_back(count(subjects[at], progress[at], files));
  }
  return verdicts;
}

}  // namespace regard::findings
