#include "compare/word_accuracy.h"

#include <algorithm>
#include <map>

namespace regard::compare {
namespace {

using Counts = std::map<std::string, int64_t>;

Counts counts_of(const SplitLine& line) {
  Counts counts;
  for (const auto& word : line.lower) ++counts[word];
  return counts;
}

double ratio(int64_t part, int64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

WordAccuracy word_accuracy(const WordCounts& frequencies, const std::vector<SplitText>& systems,
                           const SplitText& references) {
  WordAccuracy accuracy{.training_words = frequencies.total()};
  for (std::size_t bucket = 0; bucket < frequency_buckets(); ++bucket) {
    accuracy.buckets.push_back({.name = frequency_bucket_name(bucket)});
    accuracy.buckets.back().systems.resize(systems.size());
  }
  const auto bucket_of = [&](const std::string& word) -> WordAccuracy::Bucket& {
    return accuracy.buckets[frequency_bucket(frequencies.of(word))];
  };
  for (std::size_t line = 0; line < references.size(); ++line) {
    const auto reference = counts_of(references[line]);
    for (const auto& [word, count] : reference) bucket_of(word).reference_words += count;
    for (std::size_t system = 0; system < systems.size(); ++system) {
      for (const auto& [word, count] : counts_of(systems[system][line])) {
        auto& scores = bucket_of(word).systems[system];
        scores.written += count;
        const auto found = reference.find(word);
        if (found != reference.end()) scores.matches += std::min(count, found->second);
      }
    }
  }
  for (auto& bucket : accuracy.buckets) {
    for (auto& scores : bucket.systems) {
      scores.precision = ratio(scores.matches, scores.written);
      scores.recall = ratio(scores.matches, bucket.reference_words);
      scores.f1 = ratio(2 * scores.matches, scores.written + bucket.reference_words);
    }
  }
  return accuracy;
}

}  // namespace regard::compare
