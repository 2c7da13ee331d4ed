#include "compare/word_accuracy.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <unordered_set>

#include "base/utf8.h"
#include "corpus/cleaning.h"

namespace regard::compare {
namespace {

bool is_readable(const config::ParallelText& text) {
  for (const auto* file : {&text.source, &text.target, &text.tsv}) {
    std::error_code none;
    if (!file->empty() && !std::filesystem::is_regular_file(*file, none)) return false;
  }
  return !text.source.empty() || !text.tsv.empty();
}

}  // namespace

std::optional<TrainingWords> read_training_words(const config::DataOptions& data,
                                                 const std::vector<std::string>& test_sources) {
  if (data.train.empty() || !std::ranges::all_of(data.train, is_readable)) return std::nullopt;
  TrainingWords words;
  std::unordered_set<std::string> test, seen;
  for (const auto& line : test_sources) test.emplace(trimmed(line));
  for (const auto& text : data.train) {
    words.target_files +=
        (words.target_files.empty() ? "" : ", ") + (text.tsv.empty() ? text.target : text.tsv);
    corpus::ParallelReader reader(text);
    for (corpus::LinePair pair; reader.next(pair);) {
      if (words.pairs == kMostTrainingPairs) {
        words.complete = false;
        break;
      }
      ++words.pairs;
      words.source.add(pair.source);
      words.target.add(pair.target);
      std::string line(trimmed(pair.source));
      if (test.contains(line)) seen.insert(std::move(line));
    }
  }
  words.seen_sources = static_cast<size_t>(std::ranges::count_if(
      test_sources, [&](const auto& line) { return seen.contains(std::string(trimmed(line))); }));
  return words;
}

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
