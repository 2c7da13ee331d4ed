#include "corpus/lexical_table.h"

#include <algorithm>
#include <cmath>

#include "text/special_tokens.h"

namespace regard::corpus {
namespace {

/// A source and a target token as one number, ordered by the source.
using Meeting = uint64_t;
constexpr size_t kMeetingsAtOnce = size_t{1} << 24U;

Meeting meeting_of(int32_t source, int32_t target) {
  return static_cast<Meeting>(static_cast<uint32_t>(source)) << 32U | static_cast<uint32_t>(target);
}

/// Merges `fresh` into `all`, which is sorted and has no duplicates.
void merge(std::vector<Meeting>& fresh, std::vector<Meeting>& all) {
  const auto distinct = [](std::vector<Meeting>& meetings) {
    meetings.erase(std::unique(meetings.begin(), meetings.end()), meetings.end());
  };
  std::ranges::sort(fresh);
  distinct(fresh);
  const auto middle = static_cast<std::ptrdiff_t>(all.size());
  all.insert(all.end(), fresh.begin(), fresh.end());
  std::inplace_merge(all.begin(), all.begin() + middle, all.end());
  distinct(all);
  fresh.clear();
}

std::vector<Meeting> meetings_in(const Examples& examples, std::span<const size_t> chosen) {
  std::vector<Meeting> all, fresh;
  for (const size_t example : chosen) {
    for (const int32_t source : examples.source(example)) {
      for (const int32_t target : examples.target(example)) {
        if (target != text::kEos) fresh.push_back(meeting_of(source, target));
      }
    }
    if (fresh.size() >= kMeetingsAtOnce) merge(fresh, all);
  }
  merge(fresh, all);
  return all;
}

}  // namespace

std::vector<size_t> evenly_spread(const Examples& examples, int64_t most) {
  const size_t count = std::min(examples.size(), static_cast<size_t>(most));
  std::vector<size_t> chosen(count);
  for (size_t i = 0; i < count; ++i) chosen[i] = i * examples.size() / count;
  return chosen;
}

LexicalTable::LexicalTable(const Examples& examples, std::span<const size_t> chosen,
                           int64_t source_vocab)
    : examples_(examples), chosen_(chosen) {
  const auto meetings = meetings_in(examples, chosen);
  begins_.assign(static_cast<size_t>(source_vocab) + 1, 0);
  for (const Meeting meeting : meetings) {
    ++begins_[(meeting >> 32U) + 1];
    targets_.push_back(static_cast<int32_t>(meeting & 0xFFFFFFFFU));
  }
  for (size_t source = 1; source < begins_.size(); ++source) {
    begins_[source] += begins_[source - 1];
  }
  probabilities_.assign(targets_.size(), 1.0F);  // any constant does
}

size_t LexicalTable::place_of(int32_t source, int32_t target) const {
  const auto row = targets(source);
  const auto found = std::ranges::lower_bound(row, target);
  return begins_[static_cast<size_t>(source)] + static_cast<size_t>(found - row.begin());
}

float LexicalTable::probability(int32_t source, int32_t target) const {
  const size_t place = place_of(source, target);
  const bool met = place < begins_[static_cast<size_t>(source) + 1] && targets_[place] == target;
  return met ? probabilities_[place] : 0;
}

double LexicalTable::learn() {
  std::vector<double> counts(targets_.size(), 0.0);
  std::vector<size_t> places;  // of a target token with each source token
  double log_likelihood = 0.0;
  size_t tokens = 0;
  for (const size_t example : chosen_) {
    const auto source = examples_.source(example);
    for (const int32_t target : examples_.target(example)) {
      if (target == text::kEos) continue;
      places.clear();
      double sum = 0.0;
      for (const int32_t token : source) {
        places.push_back(place_of(token, target));
        sum += static_cast<double>(probabilities_[places.back()]);
      }
      for (const size_t place : places) {
        counts[place] += static_cast<double>(probabilities_[place]) / sum;
      }
      log_likelihood += std::log(sum / static_cast<double>(source.size()));
      ++tokens;
    }
  }
  for (size_t source = 0; source + 1 < begins_.size(); ++source) {
    double sum = 0.0;
    for (size_t place = begins_[source]; place < begins_[source + 1]; ++place) sum += counts[place];
    for (size_t place = begins_[source]; place < begins_[source + 1]; ++place) {
      probabilities_[place] = static_cast<float>(counts[place] / sum);
    }
  }
  return log_likelihood / static_cast<double>(std::max<size_t>(tokens, 1));
}

void LexicalTable::learn_enough() {
  constexpr int kIterations = 5;
  for (int i = 0; i < kIterations; ++i) learn();
}

}  // namespace regard::corpus
