#include "compare/training_words.h"

#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include "base/ascii.h"
#include "corpus/parallel_reader.h"

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

}  // namespace regard::compare
