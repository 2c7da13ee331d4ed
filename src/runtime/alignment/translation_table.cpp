#include "alignment/translation_table.h"

#include <algorithm>
#include <cmath>

#include "base/machine.h"

namespace regard::alignment {
namespace {

/// exp(digamma(x)), by the recurrence and the asymptotic series of digamma.
double exp_digamma(double x) {
  double before = 0;
  constexpr double kLarge = 6;
  for (; x < kLarge; ++x) before += 1 / x;
  const double square = 1 / (x * x);
  const double series = square * (1.0 / 12 - square * (1.0 / 120 - square / 252));
  return std::exp(std::log(x) - 0.5 / x - series - before);
}

}  // namespace

/// Where each source word occurs, to find the target words that it meets.
class TranslationTable::Meetings {
 public:
  explicit Meetings(const WordPairs& pairs)
      : pairs_(pairs),
        begins_(pairs.sources() + 1, 0),
        occurrences_of_targets_(pairs.targets(), 0) {
    for (size_t pair = 0; pair < pairs.size(); ++pair) {
      for (const int32_t word : pairs.source(pair)) ++begins_[static_cast<size_t>(word) + 1];
      for (const int32_t word : pairs.target(pair)) {
        ++occurrences_of_targets_[static_cast<size_t>(word)];
      }
    }
    for (size_t word = 1; word < begins_.size(); ++word) begins_[word] += begins_[word - 1];
    occurrences_.resize(begins_.back());
    auto next = begins_;
    for (size_t pair = 0; pair < pairs.size(); ++pair) {
      for (const int32_t word : pairs.source(pair)) {
        occurrences_[next[static_cast<size_t>(word)]++] = static_cast<uint32_t>(pair);
      }
    }
  }

  /// The targets of a source word that are worth an entry. `counts` are zero before and after.
  std::vector<int32_t> targets(size_t source, std::vector<uint32_t>& counts) const {
    std::vector<int32_t> met;
    const size_t begin = begins_[source], end = begins_[source + 1];
    for (size_t at = begin; at < end; ++at) {
      for (const int32_t target : pairs_.target(occurrences_[at])) {
        if (counts[static_cast<size_t>(target)]++ == 0) met.push_back(target);
      }
    }
    constexpr size_t kRare = 3;
    std::erase_if(met, [&](int32_t word) {
      const auto target = static_cast<size_t>(word);
      const size_t rarer = std::min<size_t>(end - begin, occurrences_of_targets_[target]);
      return std::exchange(counts[target], 0) == 1 && rarer > kRare;
    });
    return met;
  }

 private:
  const WordPairs& pairs_;
  std::vector<size_t> begins_;  // of each source word in occurrences_, and the end
  std::vector<uint32_t> occurrences_;
  std::vector<uint32_t> occurrences_of_targets_;
};

TranslationTable::TranslationTable(const WordPairs& pairs, const Priors& priors)
    : priors_(priors), rows_(pairs.sources()) {
  unaligned_[to_target].resize(pairs.targets());
  unaligned_[to_source].resize(pairs.sources());
  const Meetings meetings(pairs);
  // Frequent words have neighboring numbers, so a thread has every n-th word.
  const auto words = static_cast<int64_t>(rows_.size());
  const int64_t shares = std::min(words, threads());
  for_parts(shares, 1, [&](int64_t first, int64_t last) {
    std::vector<uint32_t> counts(pairs.targets(), 0);
    for (int64_t share = first; share < last; ++share) {
      for (int64_t word = share; word < words; word += shares) {
        const auto source = static_cast<size_t>(word);
        rows_[source] = row_of(meetings.targets(source, counts));
      }
    }
  });
}

TranslationTable::Row TranslationTable::row_of(std::span<const int32_t> targets) {
  size_t size = 2;
  while (3 * size < 4 * (targets.size() + 1)) size *= 2;
  Row row(size);
  for (const int32_t target : targets) {
    size_t at = place(target, size);
    while (row[at].target >= 0) at = (at + 1) & (size - 1);
    row[at].target = target;
  }
  return row;
}

void TranslationTable::for_entries(const auto& work) {
  constexpr int64_t kRowsOfAThread = 64;
  for_parts(std::ssize(rows_), kRowsOfAThread, [&](int64_t begin, int64_t end) {
    for (auto source = static_cast<size_t>(begin); source < static_cast<size_t>(end); ++source) {
      for (auto& entry : rows_[source]) {
        if (entry.target >= 0) work(source, entry);
      }
    }
  });
}

void TranslationTable::maximize() {
  std::array<std::vector<Total>, 2> totals;
  totals[to_target].resize(rows_.size());
  totals[to_source].resize(unaligned_[to_target].size());
  const auto totals_of = [&](size_t source, const Entry& entry) {
    return std::array{&totals[to_target][source],
                      &totals[to_source][static_cast<size_t>(entry.target)]};
  };
  for_entries([&](size_t source, const Entry& entry) {
    for (Total* total : totals_of(source, entry)) {
      total->count.add(entry.count);
      total->translations.add(1);
    }
  });
  std::array<std::vector<double>, 2> wholes;
  for (const Direction direction : {to_target, to_source}) {
    for (const auto& [count, translations] : totals[direction]) {
      wholes[direction].push_back(
          exp_digamma(count.value() + priors_.of_translation * translations.value()));
    }
  }
  for_entries([&](size_t source, Entry& entry) {
    const double part = exp_digamma(entry.count.value() + priors_.of_translation);
    const auto of = [&](double whole) {
      return std::max(kLeast, static_cast<float>(part / whole));
    };
    entry.probabilities = {of(wholes[to_target][source]),
                           of(wholes[to_source][static_cast<size_t>(entry.target)])};
    entry.count = {};
  });
  maximize_unaligned();
}

void TranslationTable::maximize_unaligned() {
  for (auto& words : unaligned_) {
    double all = 0;
    for (const auto& word : words) all += word.count.value() + priors_.of_unaligned;
    const double whole = exp_digamma(all);
    for (auto& word : words) {
      const double part = exp_digamma(word.count.value() + priors_.of_unaligned);
      word.probability = std::max(kLeast, static_cast<float>(part / whole));
      word.count = {};
    }
  }
}

}  // namespace regard::alignment
