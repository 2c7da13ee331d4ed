#include "compare/ngram_advantages.h"

#include <algorithm>
#include <unordered_map>

#include "compare/words.h"

namespace regard::compare {
namespace {

using Ngram = NgramAdvantage::Ngram;
using Counts = std::unordered_map<std::string, int64_t>;

constexpr size_t kLongest = 4;
constexpr int64_t kLeastLead = 2;

/// Counts of a sentence's n-grams of words, except those consisting only of punctuation.
Counts ngrams_of(const SplitLine& line) {
  Counts counts;
  const auto words = line.lower;
  for (size_t begin = 0; begin < words.size(); ++begin) {
    std::string text;
    bool has_word = false;
    for (size_t i = begin; i < std::min(begin + kLongest, words.size()); ++i) {
      text += (i == begin ? "" : " ") + words[i];
      has_word = has_word || !is_punctuation(words[i]);
      if (has_word) ++counts[text];
    }
  }
  return counts;
}

/// The lead of a system over the best of the others.
int64_t lead_of(const Ngram& ngram, size_t system) {
  int64_t best_other = 0;
  for (size_t other = 0; other < ngram.matches.size(); ++other) {
    if (other != system) best_other = std::max(best_other, ngram.matches[other]);
  }
  return ngram.matches[system] - best_other;
}

size_t words_in(const std::string& text) {
  return 1 + static_cast<size_t>(std::count(text.begin(), text.end(), ' '));
}

bool is_part_of(const std::string& part, const std::string& whole) {
  return (' ' + whole + ' ').find(' ' + part + ' ') != std::string::npos;
}

NgramAdvantage advantage_of(const std::vector<Ngram>& ngrams, size_t system, size_t most) {
  std::vector<std::pair<int64_t, const Ngram*>> leading;
  for (const auto& ngram : ngrams) {
    const auto lead = lead_of(ngram, system);
    if (lead >= kLeastLead) leading.emplace_back(lead, &ngram);
  }
  std::ranges::sort(leading, [](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first > b.first;
    const auto a_words = words_in(a.second->text), b_words = words_in(b.second->text);
    return a_words != b_words ? a_words > b_words : a.second->text < b.second->text;
  });
  NgramAdvantage advantage;
  for (size_t i = 0; i < leading.size() && advantage.ngrams.size() < most; ++i) {
    const auto& [lead, ngram] = leading[i];
    // Longer n-grams with the same lead come earlier.
    const bool is_displaced =
        std::any_of(leading.begin(), leading.begin() + static_cast<std::ptrdiff_t>(i),
                    [&, lead = lead, ngram = ngram](const auto& other) {
                      return other.first == lead && is_part_of(ngram->text, other.second->text);
                    });
    if (!is_displaced) advantage.ngrams.push_back(*ngram);
  }
  return advantage;
}

}  // namespace

std::vector<NgramAdvantage> ngram_advantages(const std::vector<SplitText>& systems,
                                             const SplitText& references, std::size_t most) {
  std::unordered_map<std::string, Ngram> found;
  for (size_t line = 0; line < references.size(); ++line) {
    const auto reference = ngrams_of(references[line]);
    for (const auto& [text, count] : reference) {
      auto& ngram = found[text];
      ngram.reference += count;
      ngram.matches.resize(systems.size());
    }
    for (size_t system = 0; system < systems.size(); ++system) {
      for (const auto& [text, count] : ngrams_of(systems[system][line])) {
        const auto in_reference = reference.find(text);
        if (in_reference == reference.end()) continue;
        found[text].matches[system] += std::min(count, in_reference->second);
      }
    }
  }
  std::vector<Ngram> ngrams;
  for (auto& [text, ngram] : found) {
    ngrams.push_back(std::move(ngram));
    ngrams.back().text = text;
  }
  std::vector<NgramAdvantage> advantages;
  for (size_t system = 0; system < systems.size(); ++system) {
    advantages.push_back(advantage_of(ngrams, system, most));
  }
  return advantages;
}

}  // namespace regard::compare
