#include "documents/subtitle_cuts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/utf8.h"

namespace regard::documents {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Words that belong with the next word.
constexpr std::array<std::string_view, 44> kLeading = {
    "a",   "an",  "the", "of",  "to", "in",   "on",  "at",   "by",  "for", "and",
    "or",  "my",  "his", "her", "le", "la",   "les", "un",   "une", "des", "de",
    "du",  "au",  "aux", "à",   "en", "dans", "sur", "pour", "par", "et",  "ou",
    "que", "qui", "ne",  "se",  "ce", "mon",  "ma",  "son",  "sa",  "je",  "tu"};

/// Cost of a cut before the word at `at`: lower after punctuation, higher after an article.
double cost_of_place(std::string_view text, size_t at) {
  constexpr double kSentence = -12.0, kClause = -6.0, kPlain = 0.0, kLead = 6.0;
  const auto before = trimmed(text.substr(0, at));
  if (before.empty()) return kPlain;
  constexpr std::string_view kEnds = ".!?", kPauses = ",;:";
  if (kEnds.find(before.back()) != std::string_view::npos || before.ends_with("\u2026")) {
    return kSentence;
  }
  if (kPauses.find(before.back()) != std::string_view::npos) return kClause;
  const auto word = lower_ascii(before.substr(before.find_last_of(' ') + 1));  // npos + 1 is 0
  return std::ranges::find(kLeading, word) != kLeading.end() ? kLead : kPlain;
}

/// Cost of a piece: above 0 if it exceeds the room of its cue.
double cost_of_piece(std::string_view piece, const CueRoom& cue, const CutRules& rules) {
  constexpr double kPerLetter = 4.0, kPerFastLetter = 0.5;
  const auto letters = static_cast<double>(letters_in(trimmed(piece)));
  const double most = 2.0 * static_cast<double>(rules.line_letters);
  double cost = kPerLetter * std::max(0.0, letters - most);
  if (cue.seconds > 0) {
    cost += kPerFastLetter * std::max(0.0, letters - cue.seconds * rules.reading_speed);
  }
  return cost;
}

/// Offsets of all words but the first.
std::vector<size_t> word_offsets(std::string_view text) {
  std::vector<size_t> offsets;
  for (size_t at = text.find(' '); at != std::string_view::npos; at = text.find(' ', at + 1)) {
    if (at + 1 < text.size() && text[at + 1] != ' ') offsets.push_back(at + 1);
  }
  return offsets;
}

/// The position of each cut according to the cues' shares.
std::vector<double> proportional_cuts(size_t size, const std::vector<CueRoom>& cues) {
  double all = 0.0, sum = 0.0;
  for (const auto& cue : cues) all += static_cast<double>(cue.share);
  std::vector<double> cuts;
  for (const auto& cue : cues) {
    sum += static_cast<double>(cue.share);
    cuts.push_back(static_cast<double>(size) * sum / std::max(all, 1.0));
  }
  return cuts;
}

}  // namespace

size_t letters_in(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return !continues_character(c); }));
}

std::vector<size_t> cut_for_cues(std::string_view text, const std::vector<size_t>& anchors,
                                 const std::vector<CueRoom>& cues, const CutRules& rules) {
  const auto words = word_offsets(text);
  const size_t cuts = cues.size() - 1;
  std::vector<size_t> chosen(cuts, text.size());
  constexpr size_t kMostWords = 1'000;  // words; cues with more are not human-readable text
  if (cuts == 0 || words.size() < cuts || words.size() > kMostWords) {
    std::copy_n(words.begin(), std::min(words.size(), cuts), chosen.begin());
    return chosen;
  }
  constexpr double kOfAnchor = 0.7, kOfShare = 0.3;
  const auto shares = proportional_cuts(text.size(), cues);
  // best[cut][word]: the lowest cost of all pieces up to a cut before this word.
  std::vector<std::vector<double>> best(cuts, std::vector<double>(words.size(), kNever));
  std::vector<std::vector<size_t>> previous(cuts, std::vector<size_t>(words.size(), 0));
  for (size_t cut = 0; cut < cuts; ++cut) {
    const auto anchor = static_cast<double>(cut < anchors.size() ? anchors[cut] : text.size());
    for (size_t word = cut; word < words.size(); ++word) {
      const auto place = static_cast<double>(words[word]);
      const double own = kOfAnchor * std::abs(place - anchor) +
                         kOfShare * std::abs(place - shares[cut]) +
                         cost_of_place(text, words[word]);
      const size_t last = cut == 0 ? 1 : word;
      for (size_t before = cut == 0 ? 0 : cut - 1; before < last; ++before) {
        const size_t begin = cut == 0 ? 0 : words[before];
        const double cost =
            (cut == 0 ? 0.0 : best[cut - 1][before]) + own +
            cost_of_piece(text.substr(begin, words[word] - begin), cues[cut], rules);
        if (cost >= best[cut][word]) continue;
        best[cut][word] = cost;
        previous[cut][word] = before;
      }
    }
  }
  size_t word = 0;
  double least = kNever;
  for (size_t last = cuts - 1; last < words.size(); ++last) {
    const double cost =
        best[cuts - 1][last] + cost_of_piece(text.substr(words[last]), cues[cuts], rules);
    if (cost < least) {
      least = cost;
      word = last;
    }
  }
  for (size_t cut = cuts; cut-- > 0; word = previous[cut][word]) chosen[cut] = words[word];
  return chosen;
}

size_t line_break(std::string_view text, const CutRules& rules) {
  constexpr double kTooLong = 4.0, kUneven = 0.4, kTopHeavy = 0.1;
  size_t best = std::string_view::npos;
  constexpr size_t kLongest = 2'000;  // bytes; a longer text never fits on two lines
  if (text.size() > kLongest || letters_in(text) <= rules.line_letters) return best;
  double least = kNever;
  for (const size_t word : word_offsets(text)) {
    const auto most = static_cast<double>(rules.line_letters);
    const auto first = static_cast<double>(letters_in(text.substr(0, word - 1))),
               second = static_cast<double>(letters_in(text.substr(word)));
    const double cost = kTooLong * (std::max(0.0, first - most) + std::max(0.0, second - most)) +
                        kUneven * std::abs(first - second) + kTopHeavy * (first - second) +
                        cost_of_place(text, word);
    if (cost >= least) continue;
    least = cost;
    best = word - 1;
  }
  return best;
}

}  // namespace regard::documents
