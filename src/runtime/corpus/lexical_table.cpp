#include "corpus/lexical_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/machine.h"
#include "base/process.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {
namespace {

/// Turns the size of each list into its beginning in contiguous storage.
void add_up(std::vector<size_t>& counts) {
  std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), size_t{0});
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
    : examples_(&examples), chosen_(chosen) {
  begins_.assign(static_cast<size_t>(source_vocab) + 1, 0);
  find_occurrences();
  find_meetings();
  arrange_in_rows();
}

void LexicalTable::for_tokens(const std::function<void(const TokensOfAThread&)>& work) const {
  const auto last = static_cast<int64_t>(occurrences_.size());
  const int64_t shares = std::min(last, threads());
  for_parts(shares, 1, [&](int64_t begin, int64_t end) {
    for (int64_t share = begin; share < end; ++share) work({share, last, shares});
  });
}

void LexicalTable::find_occurrences() {
  auto& begins = occurrences_.begins;
  auto& entries = occurrences_.entries;
  begins.assign(1, 0);
  const auto for_each = [&](const auto& act) {
    for (size_t i = 0; i < chosen_.size(); ++i) {
      for (const int32_t target : examples_->target(chosen_[i])) {
        if (target != text::kEos) act(static_cast<size_t>(target), static_cast<uint32_t>(i));
      }
    }
  };
  for_each([&](size_t target, uint32_t) {
    if (begins.size() < target + 2) begins.resize(target + 2, 0);
    ++begins[target];
  });
  add_up(begins);
  entries.resize(begins.back());
  auto next = begins;
  for_each([&](size_t target, uint32_t example) { entries[next[target]++] = example; });
}

void LexicalTable::find_meetings() {
  std::vector<std::vector<uint32_t>> sources(occurrences_.size());
  for_tokens([&](const TokensOfAThread& tokens) {
    std::vector<size_t> met(begins_.size(), 0);  // each source's last target, plus 1
    tokens.each([&](size_t target) {
      for (const uint32_t example : occurrences_.of(target)) {
        for (const int32_t source : examples_->source(chosen_[example])) {
          auto& last = met[static_cast<size_t>(source)];
          if (last == target + 1) continue;
          last = target + 1;
          sources[target].push_back(static_cast<uint32_t>(source));
        }
      }
    });
  });
  meetings_.begins = {0};
  for (auto& of_target : sources) {
    meetings_.entries.insert(meetings_.entries.end(), of_target.begin(), of_target.end());
    meetings_.begins.push_back(meetings_.entries.size());
    std::vector<uint32_t>().swap(of_target);
  }
}

void LexicalTable::arrange_in_rows() {
  for (const uint32_t source : meetings_.entries) ++begins_[source];
  add_up(begins_);
  targets_.resize(meetings_.entries.size());
  probabilities_.assign(targets_.size(), 1.0F);  // any constant works
  places_.resize(targets_.size());
  auto next = begins_;
  for (size_t target = 0; target < meetings_.size(); ++target) {
    for (size_t i = meetings_.begins[target]; i < meetings_.begins[target + 1]; ++i) {
      const size_t place = next[meetings_.entries[i]]++;
      targets_[place] = static_cast<int32_t>(target);
      places_[i] = static_cast<uint32_t>(place);
    }
  }
}

float LexicalTable::probability(int32_t source, int32_t target) const {
  const auto row = targets(source);
  const auto found = std::ranges::lower_bound(row, target);
  if (found == row.end() || *found != target) return 0;
  return probabilities(source)[static_cast<size_t>(found - row.begin())];
}

double LexicalTable::expect(size_t target, std::vector<AtHand>& at_hand) {
  const auto sources = meetings_.of(target);
  const auto places = std::span(places_).subspan(meetings_.begins[target], sources.size());
  for (size_t i = 0; i < sources.size(); ++i) {
    at_hand[sources[i]] = {.probability = probabilities_[places[i]], .count = 0};
  }
  double log_likelihood = 0;
  for (const uint32_t example : occurrences_.of(target)) {
    const auto source = examples_->source(chosen_[example]);
    double sum = 0.0;
    for (const int32_t token : source) {
      sum += static_cast<double>(at_hand[static_cast<size_t>(token)].probability);
    }
    for (const int32_t token : source) {
      auto& [probability, count] = at_hand[static_cast<size_t>(token)];
      count += static_cast<double>(probability) / sum;
    }
    log_likelihood += std::log(sum / static_cast<double>(source.size()));
  }
  for (size_t i = 0; i < sources.size(); ++i) counts_[places[i]] = at_hand[sources[i]].count;
  return log_likelihood;
}

void LexicalTable::maximize() {
  constexpr int64_t kRowsOfAThread = 64;
  for_parts(std::ssize(begins_) - 1, kRowsOfAThread, [&](int64_t begin, int64_t end) {
    for (auto source = static_cast<size_t>(begin); source < static_cast<size_t>(end); ++source) {
      double sum = 0.0;
      for (size_t i = begins_[source]; i < begins_[source + 1]; ++i) sum += counts_[i];
      for (size_t i = begins_[source]; i < begins_[source + 1]; ++i) {
        probabilities_[i] = static_cast<float>(counts_[i] / sum);
      }
    }
  });
}

double LexicalTable::learn() {
  counts_.resize(targets_.size());
  std::vector<double> log_likelihoods(occurrences_.size(), 0.0);
  for_tokens([&](const TokensOfAThread& tokens) {
    std::vector<AtHand> at_hand(begins_.size());
    tokens.each([&](size_t target) { log_likelihoods[target] = expect(target, at_hand); });
  });
  maximize();
  const double all = std::accumulate(log_likelihoods.begin(), log_likelihoods.end(), 0.0);
  return all / static_cast<double>(std::max<size_t>(occurrences_.entries.size(), 1));
}

void LexicalTable::learn_enough() {
  constexpr int64_t kIterations = 5;
  for (int64_t i = 0; i < kIterations; ++i) {
    stop_if_interrupted();
    learn();
  }
  examples_ = nullptr;
  chosen_ = {};
  occurrences_ = meetings_ = {};
  places_ = {};
  counts_ = {};
}

}  // namespace regard::corpus
