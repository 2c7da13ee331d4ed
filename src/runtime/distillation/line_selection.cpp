#include "distillation/line_selection.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "metrics/metric_table.h"
#include "regard/base/error.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"
#include "translate/candidates.h"

namespace regard::distillation {
namespace {

/// The text without tabs, for files of tab-separated pairs.
std::string without_tabs(std::string text) {
  std::ranges::replace(text, '\t', ' ');
  return text;
}

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n\v\f") == std::string::npos;
}

std::unique_ptr<metrics::Metric> metric_of(Pick pick) {
  if (pick == Pick::all) return nullptr;
  auto metric = metrics::metric_named(name_of(pick), &metrics::MetricUses::scores).make();
  metric->prepare_for_sentences();
  return metric;
}

double score_of(const translate::Candidate& candidate) {
  return candidate.log_prob / static_cast<double>(std::max<size_t>(candidate.ids.size(), 1));
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  for (const auto& column : kTallyColumns) this->*column.count += other.*column.count;
  return *this;
}

std::string DistilledPair::line() const {
  return source + '\t' + target + '\t' + config::format_value(score);
}

DistilledPair pair_of_line(const std::string& line, const std::string& where) {
  const auto first = line.find('\t'), last = line.rfind('\t');
  const auto score = first < last ? config::parse_double(line.substr(last + 1)) : std::nullopt;
  if (!score) {
    throw Error("must be SOURCE<TAB>TARGET<TAB>SCORE", where, "start over with --overwrite",
                ExitCode::failure);
  }
  return {line.substr(0, first), line.substr(first + 1, last - first - 1), *score};
}

LineSelection::LineSelection(const DistilOptions& options)
    : similarity_(metric_of(options.pick)),
      least_score_(options.least_probability > 0 ? std::log(options.least_probability)
                                                 : -std::numeric_limits<double>::infinity()) {}

std::vector<DistilledPair> LineSelection::operator()(
    const corpus::LinePair& line, std::span<const translate::Candidate> candidates,
    std::span<const int64_t> source_tokens, Tally& tally) const {
  tally.translations += static_cast<int64_t>(std::max<size_t>(candidates.size(), 1));
  if (candidates.empty()) ++tally.empty;
  std::vector<DistilledPair> pairs;
  for (const auto& candidate : candidates) {
    DistilledPair pair{without_tabs(line.source), without_tabs(candidate.text),
                       score_of(candidate)};
    const bool is_there =
        std::ranges::find(pairs, pair.target, &DistilledPair::target) != pairs.end();
    // A translation counts only under its first fault.
    auto& count = is_blank(pair.target)                                     ? tally.empty
                  : !candidate.finished                                     ? tally.unfinished
                  : translate::repeats_itself(candidate.ids, source_tokens) ? tally.repeating
                  : is_there                                                ? tally.same
                                                                            : tally.kept;
    ++count;
    if (&count == &tally.kept) pairs.push_back(std::move(pair));
  }
  keep_the_most_similar(line.target, pairs, tally);
  const auto improbable =
      std::erase_if(pairs, [&](const DistilledPair& pair) { return pair.score < least_score_; });
  tally.unlikely += static_cast<int64_t>(improbable);
  tally.kept -= static_cast<int64_t>(improbable);
  return pairs;
}

void LineSelection::keep_the_most_similar(const std::string& reference,
                                          std::vector<DistilledPair>& pairs, Tally& tally) const {
  if (similarity_ == nullptr || pairs.empty()) return;
  const auto similarity = [&](const DistilledPair& pair) {
    return metrics::sentence_score(*similarity_, pair.target, std::span(&reference, 1));
  };
  // Of equally similar translations, chooses the first, which the teacher prefers.
  const auto best =
      is_blank(reference) ? pairs.begin() : std::ranges::max_element(pairs, {}, similarity);
  tally.farther += static_cast<int64_t>(pairs.size()) - 1;
  tally.kept -= static_cast<int64_t>(pairs.size()) - 1;
  pairs = {*best};
}

}  // namespace regard::distillation
