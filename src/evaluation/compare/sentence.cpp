#include "compare/sentence.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "compare/words.h"

namespace regard::compare {

std::vector<BiggestWins> biggest_wins(const std::vector<Sentence>& sentences, std::size_t most) {
  std::vector<BiggestWins> all(sentences.empty() ? 0 : sentences.front().systems.size());
  for (std::size_t system = 0; system < all.size(); ++system) {
    auto& wins = all[system].wins;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const auto score = [&](std::size_t of) {
        return sentences[i].systems[of].scores.at(kSentenceMetric);
      };
      double best_other = -std::numeric_limits<double>::infinity();
      for (std::size_t other = 0; other < all.size(); ++other) {
        if (other != system) best_other = std::max(best_other, score(other));
      }
      const double lead = score(system) - best_other;
      if (lead > 0) wins.push_back({.sentence = i, .lead = lead});
    }
    std::ranges::stable_sort(wins, [](const auto& a, const auto& b) { return a.lead > b.lead; });
    wins.resize(std::min(wins.size(), most));
  }
  return all;
}

namespace {

constexpr SentenceKind kKinds[] = {{"question", "questions"},
                                   {"negation", "sentences with a negation"},
                                   {"numbers", "sentences with numbers"},
                                   {"names", "sentences with names"}};

// Both languages share these lists: a word that exists in both means nearly the same ("non",
// "six"). "don't" is split into don' and t.
constexpr std::string_view kNegations[] = {
    "not",    "no",     "never",   "nothing", "nobody", "none",  "nowhere", "neither", "nor",
    "cannot", "t",      "without", "ne",      "n'",     "n’",    "pas",     "jamais",  "rien",
    "aucun",  "aucune", "ni",      "non",     "nul",    "nulle", "sans"};
constexpr std::string_view kNumberWords[] = {
    "two",      "three",   "four",   "five",    "six",    "seven",  "eight",    "nine",
    "ten",      "eleven",  "twelve", "twenty",  "thirty", "forty",  "fifty",    "hundred",
    "thousand", "million", "deux",   "trois",   "quatre", "cinq",   "sept",     "huit",
    "neuf",     "dix",     "onze",   "douze",   "vingt",  "trente", "quarante", "cinquante",
    "cent",     "cents",   "mille",  "millions"};

template <size_t Size>
bool is_in(std::string_view word, const std::string_view (&list)[Size]) {
  return std::ranges::find(list, word) != std::end(list);
}

bool has_digit(std::string_view word) {
  return word.find_first_of("0123456789") != std::string_view::npos;
}

/// Whether a word is capitalized and has more than one letter: "I" is not a name.
bool is_capitalized(std::string_view word, const std::string& lower) {
  return word.size() > 1 && word != lower && !is_punctuation(word) && !word.starts_with("I'") &&
         !word.starts_with("I’");
}

/// Whether a capital after this word does not indicate a name.
bool begins_sentence(std::string_view word) {
  return is_punctuation(word) && word != "," && word != ";";
}

}  // namespace

std::span<const SentenceKind> sentence_kinds() { return kKinds; }

std::vector<std::string> kinds_of(const SplitLine& sentence) {
  const auto words = sentence.words;
  bool negation = false, numbers = false, names = false;
  for (size_t i = 0; i < words.size(); ++i) {
    const auto& lower = sentence.lower[i];
    const bool follows_n = i > 0 && (words[i - 1].ends_with("n'") || words[i - 1].ends_with("n’"));
    negation = negation || (lower == "t" ? follows_n : is_in(lower, kNegations));
    numbers = numbers || has_digit(lower) || is_in(lower, kNumberWords);
    names = names || (i > 0 && !begins_sentence(words[i - 1]) && is_capitalized(words[i], lower));
  }
  // A quotation mark or bracket may follow the question mark.
  const auto mark = std::find_if(words.rbegin(), words.rend(), [](std::string_view word) {
    return !is_punctuation(word) || word == "?" || word == "." || word == "!";
  });
  const bool question = mark != words.rend() && *mark == "?";

  std::vector<std::string> kinds;
  const bool found[] = {question, negation, numbers, names};
  for (size_t i = 0; i < std::size(kKinds); ++i) {
    if (found[i]) kinds.emplace_back(kKinds[i].name);
  }
  return kinds;
}

}  // namespace regard::compare
