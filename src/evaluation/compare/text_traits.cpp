#include "compare/text_traits.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "base/utf8.h"
#include "compare/words.h"

namespace regard::compare {
namespace {

using Words = std::span<const std::string>;
using TraitCounts = std::map<std::string, int64_t>;

constexpr size_t kLongestRepeated = 4;   // maximum number of words in a repeated sequence
constexpr size_t kLeastCopied = 4;       // letters in the shortest word that counts as copied
constexpr size_t kLeastCopiedWords = 4;  // words in the shortest sentence that counts as copied

double share(int64_t part, int64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Number of words in repetitions of the sequence right before them.
int64_t repeated_words(const Words& words) {
  std::vector<bool> repeated(words.size(), false);
  for (size_t length = 1; length <= kLongestRepeated; ++length) {
    for (size_t begin = length; begin + length <= words.size(); ++begin) {
      const auto at = [&](size_t i) { return words.begin() + static_cast<std::ptrdiff_t>(i); };
      if (!std::equal(at(begin - length), at(begin), at(begin))) continue;
      // "..." and "!!" are not repetitions.
      if (std::all_of(at(begin), at(begin + length),
                      [](const auto& word) { return is_punctuation(word); })) {
        continue;
      }
      std::fill_n(repeated.begin() + static_cast<std::ptrdiff_t>(begin), length, true);
    }
  }
  return std::count(repeated.begin(), repeated.end(), true);
}

template <class Condition>
TraitCounts count_if(const Words& words, Condition condition) {
  TraitCounts counts;
  for (const auto& word : words) {
    if (condition(word)) ++counts[word];
  }
  return counts;
}

int64_t total(const TraitCounts& counts) {
  int64_t sum = 0;
  for (const auto& [word, count] : counts) sum += count;
  return sum;
}

int64_t matches(const TraitCounts& a, const TraitCounts& b) {
  int64_t sum = 0;
  for (const auto& [word, count] : a) {
    const auto found = b.find(word);
    if (found != b.end()) sum += std::min(count, found->second);
  }
  return sum;
}

/// `counts` minus `others`, with accents removed from the words.
TraitCounts rest_without_accents(const TraitCounts& counts, const TraitCounts& others) {
  TraitCounts rest;
  for (const auto& [word, count] : counts) {
    const auto found = others.find(word);
    const auto left = count - (found == others.end() ? 0 : std::min(count, found->second));
    if (left > 0) rest[without_accents(word)] += left;
  }
  return rest;
}

bool has_accent(const std::string& word) { return without_accents(word) != word; }

std::string end_mark(const Words& words) {
  return !words.empty() && is_punctuation(words.back()) ? words.back() : std::string();
}

/// Sums over the sentences.
struct Sums {
  int64_t words = 0, reference_words = 0, repeated = 0, copyable = 0, copied = 0;
  int64_t longer = 0, shorter = 0, same_end = 0;
  int64_t marks = 0, reference_marks = 0, right_marks = 0;
  int64_t accented = 0, right_accented = 0;
};

}  // namespace

TextTraits text_traits(const SplitText& hypotheses, const SplitText& references,
                       const SplitText& sources) {
  TextTraits traits;
  Sums sums;
  std::set<std::string> vocabulary;
  const auto any = [](const std::string&) { return true; };
  for (size_t line = 0; line < hypotheses.size(); ++line) {
    const auto words = hypotheses[line].lower, reference = references[line].lower;
    vocabulary.insert(words.begin(), words.end());
    sums.words += static_cast<int64_t>(words.size());
    sums.reference_words += static_cast<int64_t>(reference.size());
    const auto length = static_cast<double>(words.size());
    const auto reference_length = static_cast<double>(reference.size());
    sums.longer += length > 1.25 * reference_length ? 1 : 0;
    sums.shorter += length < 0.8 * reference_length ? 1 : 0;
    traits.empty_sentences += words.empty() ? 1 : 0;

    const auto repeated = repeated_words(words);
    sums.repeated += repeated;
    traits.repeating_sentences += repeated > repeated_words(reference) ? 1 : 0;

    if (!sources.empty()) {
      const auto source = sources[line].lower;
      const std::set<std::string> known(source.begin(), source.end());
      for (const auto& word : words) {
        if (is_punctuation(word) || decode_utf8(word).size() < kLeastCopied) continue;
        ++sums.copyable;
        sums.copied += known.contains(word) ? 1 : 0;
      }
      const bool is_copy = words.size() >= kLeastCopiedWords && std::ranges::equal(words, source);
      traits.copied_sentences += is_copy ? 1 : 0;
    }

    const auto is_mark = [](const std::string& word) { return is_punctuation(word); };
    const auto marks = count_if(words, is_mark), reference_marks = count_if(reference, is_mark);
    sums.marks += total(marks);
    sums.reference_marks += total(reference_marks);
    sums.right_marks += matches(marks, reference_marks);
    sums.same_end += end_mark(words) == end_mark(reference) ? 1 : 0;

    const auto written = count_if(words, any), wanted = count_if(reference, any);
    const auto accented = count_if(reference, has_accent);
    sums.accented += total(accented);
    sums.right_accented += matches(accented, written);
    traits.wrong_accents +=
        matches(rest_without_accents(written, wanted), rest_without_accents(wanted, written));
  }
  const auto sentences = static_cast<int64_t>(hypotheses.size());
  traits.words_per_sentence = share(sums.words, sentences);
  traits.length_ratio = share(sums.words, sums.reference_words);
  traits.longer_sentences = share(sums.longer, sentences);
  traits.shorter_sentences = share(sums.shorter, sentences);
  traits.repetition_rate = share(sums.repeated, sums.words);
  traits.copy_rate = share(sums.copied, sums.copyable);
  traits.punctuation_f1 = share(2 * sums.right_marks, sums.marks + sums.reference_marks);
  traits.end_mark_accuracy = share(sums.same_end, sentences);
  traits.accented_recall = share(sums.right_accented, sums.accented);
  traits.distinct_words = static_cast<int64_t>(vocabulary.size());
  return traits;
}

}  // namespace regard::compare
