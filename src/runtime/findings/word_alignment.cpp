#include "findings/word_alignment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/utf8.h"
#include "corpus/fingerprint.h"
#include "text/characters.h"
#include "text/tokenizer.h"

namespace regard::findings {
namespace {

constexpr int32_t kFirstWord = text::kEos + 1;
constexpr size_t kMostWords = 40;    // maximum words per side in training
constexpr size_t kMostScored = 400;  // maximum words per side when scoring

/// Calls `take` with each word in lowercase; an apostrophe ends a word.
template <class Take>
void for_each_word(std::string_view text, const Take& take) {
  std::string word;
  const auto end = [&] {
    if (!word.empty()) take(word);
    word.clear();
  };
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) < 0x80) {
      is_ascii_letter(c) || is_ascii_digit(c) ? word.push_back(lower_ascii(c)) : end();
      ++at;
      continue;
    }
    const auto [value, length] = first_code_point(text.substr(at));
    at += std::max<size_t>(length, 1);
    length > 0 && text::is_of_word(value) ? append_utf8(text::lower(value), word) : end();
  }
  end();
}

std::vector<size_t> all_of(const corpus::Examples& examples) {
  std::vector<size_t> all(examples.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

AlignmentScore::AlignmentScore(const std::vector<corpus::LinePair>& sample)
    : sources_(learn_vocabulary(sample, &corpus::LinePair::source)),
      targets_(learn_vocabulary(sample, &corpus::LinePair::target)),
      examples_(examples_of(sample)),
      chosen_(all_of(examples_)),
      table_(examples_, chosen_, kFirstWord + std::ssize(sources_)) {
  table_.learn_enough();
  learn_frequencies();
}

/// Includes only words that occur in several pairs: nothing reliable can be learned about others.
AlignmentScore::Vocabulary AlignmentScore::learn_vocabulary(
    const std::vector<corpus::LinePair>& sample, std::string corpus::LinePair::*side) {
  constexpr int32_t kFewest = 4;
  constexpr size_t kMost = 40'000;
  std::unordered_map<std::string, int32_t> counts;
  for (const auto& pair : sample) {
    for_each_word(pair.*side, [&](const std::string& word) { ++counts[word]; });
  }
  std::vector<std::pair<int32_t, std::string>> frequent;
  for (const auto& [word, count] : counts) {
    if (count >= kFewest) frequent.emplace_back(-count, word);
  }
  std::ranges::sort(frequent);
  if (frequent.size() > kMost) frequent.resize(kMost);
  Vocabulary vocabulary;
  for (const auto& [count, word] : frequent) {
    vocabulary.emplace(word, kFirstWord + static_cast<int32_t>(vocabulary.size()));
  }
  return vocabulary;
}

AlignmentScore::Ids AlignmentScore::ids_of(std::string_view text, const Vocabulary& vocabulary) {
  Ids ids;
  for_each_word(text, [&](const std::string& word) {
    const auto found = vocabulary.find(word);
    if (found != vocabulary.end()) ids.push_back(found->second);
  });
  return ids;
}

AlignmentScore::Ids AlignmentScore::beginning(Ids words) {
  if (words.size() > kMostScored) words.resize(kMostScored);
  return words;
}

corpus::Examples AlignmentScore::examples_of(const std::vector<corpus::LinePair>& sample) const {
  corpus::Examples examples;
  examples.begin_text("sample");
  for (size_t at = 0; at < sample.size(); ++at) {
    auto source = ids_of(sample[at].source, sources_), target = ids_of(sample[at].target, targets_);
    if (source.empty() || target.empty()) continue;
    if (source.size() > kMostWords || target.size() > kMostWords) continue;
    source.push_back(text::kEos);
    target.push_back(text::kEos);
    examples.add(source, target, 1.0, static_cast<int64_t>(at) + 1);
  }
  return examples;
}

void AlignmentScore::learn_frequencies() {
  frequencies_.assign(static_cast<size_t>(kFirstWord) + targets_.size(), 0);
  double all = 0;
  for (size_t example = 0; example < examples_.size(); ++example) {
    for (const int32_t word : examples_.target(example)) {
      ++frequencies_[static_cast<size_t>(word)];
      ++all;
    }
  }
  for (double& frequency : frequencies_) frequency = std::max(frequency, 1.0) / std::max(all, 1.0);
}

double AlignmentScore::of(std::string_view source, std::string_view target, size_t fewest) const {
  // The beginning of a long text is enough; the whole text would take quadratic time.
  auto sources = beginning(ids_of(source, sources_));
  const auto targets = beginning(ids_of(target, targets_));
  if (sources.size() < fewest || targets.size() < fewest) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  sources.push_back(text::kEos);
  constexpr double kLeast = 0.1;  // share of the frequency: an unseen translation is possible
  double sum = 0;
  for (const int64_t word : targets) {
    double probability = 0;
    for (const int64_t from : sources) {
      probability += static_cast<double>(
          table_.probability(static_cast<int32_t>(from), static_cast<int32_t>(word)));
    }
    probability /= static_cast<double>(sources.size());
    sum += std::log(probability / frequencies_[static_cast<size_t>(word)] + kLeast);
  }
  return sum / static_cast<double>(targets.size());
}

double AlignmentScore::share_known(std::string_view text, Side side) const {
  const auto& vocabulary = side == Side::source ? sources_ : targets_;
  int64_t words = 0, known = 0;
  for_each_word(text, [&](const std::string& word) {
    ++words;
    known += vocabulary.contains(word) ? 1 : 0;
  });
  return words == 0 ? 1 : static_cast<double>(known) / static_cast<double>(words);
}

namespace {

/// Selects the half of the sample that a pair belongs to; the model trained on the other half
/// scores it. Otherwise the model would know rare words from the misaligned pairs themselves.
size_t half_of(std::string_view source) {
  constexpr unsigned kUnusedBits = 32;  // bits that neither tables nor buckets use
  return (corpus::fingerprint(source) >> kUnusedBits) & 1U;
}

std::vector<corpus::LinePair> half(const std::vector<corpus::LinePair>& sample, size_t number) {
  std::vector<corpus::LinePair> pairs;
  std::ranges::copy_if(sample, std::back_inserter(pairs),
                       [&](const auto& pair) { return half_of(pair.source) == number; });
  return pairs;
}

}  // namespace

AlignmentScores::AlignmentScores(const std::vector<corpus::LinePair>& sample)
    : scores_{AlignmentScore(half(sample, 1)), AlignmentScore(half(sample, 0))} {}

double AlignmentScores::of(std::string_view source, std::string_view target, size_t fewest) const {
  return scores_.at(half_of(source)).of(source, target, fewest);
}

double AlignmentScores::share_known(const bitext::Pair& pair, Side side) const {
  const auto& text = side == Side::source ? pair.source : pair.target;
  return scores_.at(half_of(pair.source)).share_known(text, side);
}

double threshold_of_strangers(const AlignmentScores& scores,
                              const std::vector<corpus::LinePair>& sample, double share) {
  std::vector<double> apart;
  const size_t distance = sample.size() / 3 + 1;  // adjacent texts of a sorted file are similar
  for (size_t at = 0; at < sample.size(); ++at) {
    const double score =
        scores.of(sample[at].source, sample[(at + distance) % sample.size()].target);
    if (!std::isnan(score)) apart.push_back(score);
  }
  constexpr size_t kFewest = 100;
  if (apart.size() < kFewest) return -std::numeric_limits<double>::infinity();
  const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(apart.size() - 1));
  std::nth_element(apart.begin(), apart.begin() + place, apart.end());
  return apart[static_cast<size_t>(place)];
}

std::shared_ptr<const Alignment> alignment_of(const std::vector<corpus::LinePair>& sample,
                                              double share) {
  // With fewer pairs to learn from, more good pairs look unrelated.
  constexpr size_t kFewest = 500, kForWords = 1'500, kEnough = 5'000;
  if (sample.size() < kFewest || share == 0) return nullptr;
  const auto alignment = std::make_shared<Alignment>(sample);
  const double sure = std::min(1.0, static_cast<double>(sample.size()) / kEnough);
  alignment->threshold = threshold_of_strangers(alignment->scores, sample, share * sure);
  alignment->knows_words = sample.size() >= kForWords;
  alignment->of_several = threshold_of_strangers(alignment->scores, sample, share);
  return alignment;
}

}  // namespace regard::findings
