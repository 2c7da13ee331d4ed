#include "alignment/translation_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/machine.h"

namespace regard::alignment {
namespace {

/// exp(digamma(x)), from the recurrence and the asymptotic series of exp(digamma(x + 1/2)).
double exp_digamma(double x) {
  double before = 0;
  constexpr double kLarge = 6;
  for (; x < kLarge; ++x) before += 1 / x;
  const double y = x - 0.5, square = 1 / (y * y);
  const double value =
      y * (1 + square * (1.0 / 24 - square * (37.0 / 5760 - square * 10313.0 / 2903040)));
  return before == 0 ? value : value * std::exp(-before);
}

std::vector<uint32_t> occurrences_of(WordPairs::Words words, size_t vocabulary) {
  std::vector<uint32_t> occurrences(vocabulary, 0);
  for (const int32_t word : words) ++occurrences[static_cast<size_t>(word)];
  return occurrences;
}

/// Whether the entry of a word pair is in the row of the source word.
bool is_of_source(uint32_t source_occurrences, uint32_t target_occurrences) {
  return source_occurrences <= target_occurrences;
}

}  // namespace

/// The occurrences of each word of a side, to find the more frequent words of the other side that
/// co-occur with the word.
class TranslationTable::Meetings {
 public:
  /// `direction`: to_target if the words are source words.
  Meetings(const WordPairs& pairs, Direction direction, const std::vector<uint32_t>& own,
           const std::vector<uint32_t>& others)
      : pairs_(pairs), direction_(direction), own_(own), others_(others), begins_(1, 0) {
    for (const uint32_t occurrences : own) begins_.push_back(begins_.back() + occurrences);
    occurrences_.resize(begins_.back());
    auto next = begins_;
    for (size_t pair = 0; pair < pairs.size(); ++pair) {
      const auto words = direction == to_target ? pairs.source(pair) : pairs.target(pair);
      for (const int32_t word : words) {
        occurrences_[next[static_cast<size_t>(word)]++] = static_cast<uint32_t>(pair);
      }
    }
  }

  /// Entries for the more frequent words that co-occur with a word, except those dropped as chance
  /// co-occurrences. All `counts` must be zero; they are zero again afterwards.
  std::vector<Entry> entries(size_t word, std::vector<uint32_t>& counts) const {
    std::vector<int32_t> met;
    for (size_t at = begins_[word]; at < begins_[word + 1]; ++at) {
      const size_t pair = occurrences_[at];
      for (const int32_t other :
           direction_ == to_target ? pairs_.target(pair) : pairs_.source(pair)) {
        if (counts[static_cast<size_t>(other)]++ == 0) met.push_back(other);
      }
    }
    constexpr uint32_t kRare = 3;
    std::erase_if(met, [&](int32_t other) {
      const auto number = static_cast<size_t>(other);
      const bool is_here = direction_ == to_target ? is_of_source(own_[word], others_[number])
                                                   : !is_of_source(others_[number], own_[word]);
      return (std::exchange(counts[number], 0) == 1 && own_[word] > kRare) || !is_here;
    });
    std::vector<Entry> entries(met.size());
    for (size_t at = 0; at < met.size(); ++at) entries[at].other = met[at];
    return entries;
  }

 private:
  const WordPairs& pairs_;
  Direction direction_;
  const std::vector<uint32_t>&own_, &others_;
  std::vector<size_t> begins_;  // start of each word's part of occurrences_, and the end
  std::vector<uint32_t> occurrences_;
};

TranslationTable::TranslationTable(const WordPairs& pairs, const Priors& priors) : priors_(priors) {
  unaligned_[to_target].resize(pairs.targets());
  unaligned_[to_source].resize(pairs.sources());
  source_.occurrences = occurrences_of(pairs.all_words(to_source), pairs.sources());
  target_.occurrences = occurrences_of(pairs.all_words(to_target), pairs.targets());
  add_rows(pairs, to_target);
  add_rows(pairs, to_source);
}

void TranslationTable::add_rows(const WordPairs& pairs, Direction direction) {
  auto& side = direction == to_target ? source_ : target_;
  const auto& others = direction == to_target ? target_ : source_;
  side.rows.resize(side.occurrences.size());
  const Meetings meetings(pairs, direction, side.occurrences, others.occurrences);
  // Frequent words have neighboring numbers, so threads take words round-robin.
  const auto words = std::ssize(side.rows);
  const int64_t shares = std::min(words, threads());
  for_parts(shares, 1, [&](int64_t first, int64_t last) {
    std::vector<uint32_t> counts(others.occurrences.size(), 0);
    for (int64_t share = first; share < last; ++share) {
      for (int64_t word = share; word < words; word += shares) {
        const auto number = static_cast<size_t>(word);
        side.rows[number] = row_of(meetings.entries(number, counts));
      }
    }
  });
}

void TranslationTable::find(std::span<const int32_t> sources, std::span<const int32_t> targets,
                            std::vector<Entry*>& entries) {
  entries.clear();
  std::vector<Row*> rows(targets.size());
  for (const int32_t source : sources) {
    if (source < 0) {
      entries.resize(entries.size() + targets.size(), nullptr);
      continue;
    }
    auto& of_source = source_.rows[static_cast<size_t>(source)];
    const uint32_t occurrences = source_.occurrences[static_cast<size_t>(source)];
    for (size_t at = 0; at < targets.size(); ++at) {
      if (targets[at] < 0) continue;
      const auto target = static_cast<size_t>(targets[at]);
      const bool here = is_of_source(occurrences, target_.occurrences[target]);
      rows[at] = here ? &of_source : &target_.rows[target];
      __builtin_prefetch(&(*rows[at])[place(here ? targets[at] : source, rows[at]->size())]);
    }
    for (size_t at = 0; at < targets.size(); ++at) {
      entries.push_back(targets[at] < 0
                            ? nullptr
                            : find(*rows[at], rows[at] == &of_source ? targets[at] : source));
    }
  }
}

TranslationTable::Row TranslationTable::row_of(std::span<const Entry> entries) {
  size_t size = 2;
  while (3 * size < 4 * (entries.size() + 1)) size *= 2;
  Row row(size);
  for (const auto& entry : entries) {
    size_t at = place(entry.other, size);
    while (row[at].other >= 0) at = (at + 1) & (size - 1);
    row[at] = entry;
  }
  return row;
}

/// Calls work(source, target, entry) for all entries, on all threads.
void TranslationTable::for_entries(const auto& work) {
  constexpr int64_t kRowsOfAThread = 64;
  for (auto* side : {&source_, &target_}) {
    for_parts(std::ssize(side->rows), kRowsOfAThread, [&](int64_t begin, int64_t end) {
      for (auto word = static_cast<size_t>(begin); word < static_cast<size_t>(end); ++word) {
        for (auto& entry : side->rows[word]) {
          if (entry.other < 0) continue;
          const auto other = static_cast<size_t>(entry.other);
          side == &source_ ? work(word, other, entry) : work(other, word, entry);
        }
      }
    });
  }
}

void TranslationTable::maximize() {
  std::array<std::vector<Total>, 2> totals;
  totals[to_target].resize(source_.rows.size());
  totals[to_source].resize(target_.rows.size());
  for_entries([&](size_t source, size_t target, const Entry& entry) {
    for (Total* total : {&totals[to_target][source], &totals[to_source][target]}) {
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
  const double of_none = exp_digamma(priors_.of_translation);
  for_entries([&](size_t source, size_t target, Entry& entry) {
    const double count = entry.count.value();
    const double part = count == 0 ? of_none : exp_digamma(count + priors_.of_translation);
    const auto of = [&](double whole) {
      return std::max(kLeast, static_cast<float>(part / whole));
    };
    entry.probabilities = {of(wholes[to_target][source]), of(wholes[to_source][target])};
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

void TranslationTable::keep_likely() {
  constexpr float kUnlikely = 1e-5F;
  for (auto* side : {&source_, &target_}) {
    for (auto& row : side->rows) {
      std::erase_if(row, [&](const Entry& entry) {
        return entry.other < 0 || std::ranges::max(entry.probabilities) <= kUnlikely;
      });
      row = row_of(row);
    }
  }
}

void TranslationTable::write(NumberWriter& writer) const {
  for (const auto& words : unaligned_) {
    std::vector<float> probabilities;
    for (const auto& word : words) probabilities.push_back(word.probability);
    writer.add(probabilities);
  }
  write(source_, writer);
  write(target_, writer);
}

void TranslationTable::write(const Side& side, NumberWriter& writer) {
  std::vector<uint32_t> sizes;
  std::vector<int32_t> others;
  std::array<std::vector<float>, 2> probabilities;
  for (const auto& row : side.rows) {
    const size_t before = others.size();
    for (const auto& entry : row) {
      if (entry.other < 0) continue;
      others.push_back(entry.other);
      for (const Direction direction : {to_target, to_source}) {
        probabilities[direction].push_back(entry.probabilities[direction]);
      }
    }
    sizes.push_back(static_cast<uint32_t>(others.size() - before));
  }
  writer.add(side.occurrences);
  writer.add(sizes);
  writer.add(others);
  for (const auto& of_direction : probabilities) writer.add(of_direction);
}

bool TranslationTable::read(NumberReader& reader, const std::array<size_t, 2>& words) {
  for (const Direction direction : {to_target, to_source}) {
    std::vector<float> probabilities;
    if (!reader.take(probabilities) || probabilities.size() != words[1 - direction]) return false;
    auto& unaligned = unaligned_[direction];
    unaligned.resize(probabilities.size());
    for (size_t word = 0; word < unaligned.size(); ++word) {
      unaligned[word].probability = probabilities[word];
    }
  }
  return read(source_, reader, words[0], words[1]) && read(target_, reader, words[1], words[0]);
}

bool TranslationTable::read(Side& side, NumberReader& reader, size_t words, size_t others_known) {
  std::vector<uint32_t> sizes;
  std::vector<int32_t> others;
  std::array<std::vector<float>, 2> probabilities;
  if (!reader.take(side.occurrences) || !reader.take(sizes) || !reader.take(others) ||
      !reader.take(probabilities[0]) || !reader.take(probabilities[1])) {
    return false;
  }
  const auto is_known = [&](int32_t other) {
    return other >= 0 && static_cast<size_t>(other) < others_known;
  };
  const auto all = std::accumulate(sizes.begin(), sizes.end(), uint64_t{0});
  if (side.occurrences.size() != words || sizes.size() != words || all != others.size() ||
      probabilities[0].size() != all || probabilities[1].size() != all ||
      !std::ranges::all_of(others, is_known)) {
    return false;
  }
  size_t at = 0;
  for (const uint32_t size : sizes) {
    std::vector<Entry> entries(size);
    for (auto& entry : entries) {
      entry.other = others[at];
      entry.probabilities = {probabilities[0][at], probabilities[1][at]};
      ++at;
    }
    side.rows.push_back(row_of(entries));
  }
  return true;
}

}  // namespace regard::alignment
