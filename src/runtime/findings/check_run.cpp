#include "findings/check_run.h"

#include "regard/base/str.h"

namespace regard::findings {

std::string place_of(const bitext::Pair& pair, const std::vector<bitext::PairFile>& files) {
  return str(files.at(pair.file).path, ':', pair.number);
}

CheckRun::CheckRun(const Ground& ground, const Deeds& deeds, Until until, size_t examples)
    : until_(until), most_examples_(examples) {
  for (const auto& row : check_table()) {
    Finding finding{.kind = row.kind};
    const auto deed = deeds.find(row.kind.name);
    if (deed != deeds.end()) finding.kind.deed = deed->second;
    const bool is_left_out = until == Until::drop && finding.kind.deed == Deed::keep;
    checks_.push_back(is_left_out ? nullptr : row.make(row.kind, ground));
    finding.is_looked_for = checks_.back() != nullptr;
    found_.push_back(std::move(finding));
  }
}

CheckRun::Verdict CheckRun::put(Subject& subject, const std::vector<bitext::PairFile>& files) {
  Verdict verdict;
  for (size_t at = 0; at < checks_.size(); ++at) {
    if (!checks_[at]) continue;
    auto detail = checks_[at]->look(subject);
    if (!detail) continue;
    auto& [kind, is_looked_for, count, examples] = found_[at];
    ++count;
    if (examples.size() < most_examples_) {
      examples.push_back(
          {place_of(subject.pair, files), subject.pair.source, subject.pair.target, *detail});
    }
    if (kind.deed == Deed::mend) verdict.is_mended = true;
    if (kind.deed == Deed::drop && verdict.dropped_by == nullptr) {
      verdict.dropped_by = &kind;
      verdict.detail = std::move(*detail);
    }
    if (kind.ends) verdict.is_whole = false;
    if (kind.ends || (until_ == Until::drop && verdict.dropped_by != nullptr)) break;
  }
  return verdict;
}

}  // namespace regard::findings
