#include "markup/text_atoms.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::serve {

PlaceRange best_run(const std::vector<size_t>& wanted, double gain,
                    const std::function<double(PlaceRange)>& cost) {
  PlaceRange best, run;
  double best_score = 0.0, score = 0.0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (i > 0) score -= cost({.begin = wanted[i - 1] + 1, .end = wanted[i]});
    if (i == 0 || score < 0.0) {
      score = 0.0;
      run.begin = wanted[i];
    }
    run.end = wanted[i] + 1;
    score += gain;
    if (score > best_score || (score == best_score && run.size() > best.size())) {
      best = run;
      best_score = score;
    }
  }
  return best;
}

namespace {

enum class AtomKind { space, word, symbol, punctuation };

AtomKind kind_of(char32_t c) {
  constexpr char32_t kNoBreak = 0xA0, kThin = 0x2009, kNarrow = 0x202F, kFirstSymbol = 0x2190;
  constexpr char32_t kJoiner = 0x200D, kKeycap = 0x20E3, kEmoji = 0xFE0F;
  if (c == U' ' || (c >= U'\t' && c <= U'\r')) return AtomKind::space;
  if (c == kNoBreak || c == kThin || c == kNarrow) return AtomKind::space;
  if (c == kJoiner || c == kKeycap || c == kEmoji) return AtomKind::symbol;
  if (text::is_of_word(c)) return AtomKind::word;
  return c >= kFirstSymbol ? AtomKind::symbol : AtomKind::punctuation;
}

/// Finds the words that contain each atom.
class WordFinder {
 public:
  WordFinder(std::string_view text, const std::vector<TextAtom>& atoms)
      : text_(text), atoms_(atoms), words_(atoms.size(), kNoIndex) {}

  std::vector<size_t> words(const std::vector<std::string>& words) {
    for (size_t word = 0; word < words.size(); ++word) {
      const size_t found = find(words[word]);
      if (found == kNoIndex) continue;
      take(word, found, found + words[word].size());
    }
    share(words.size(), atoms_.size());
    return std::move(words_);
  }

 private:
  static constexpr size_t kFarthest = 64;  // in bytes; a match farther away is a different word

  bool is_edge(size_t at) const {
    const auto after = std::ranges::upper_bound(atoms_, at, {}, &TextAtom::begin);
    if (after == atoms_.begin()) return true;
    const auto& atom = *(after - 1);
    return at == atom.begin || at >= atom.end;
  }

  size_t find(std::string_view word) const {
    if (word.empty() || next_ >= atoms_.size()) return kNoIndex;
    const size_t here = std::max(at_, atoms_[next_].begin);
    const auto near = text_.substr(here, kFarthest + word.size());
    for (size_t at = 0; (at = near.find(word, at)) != std::string_view::npos; ++at) {
      if (is_edge(here + at) && is_edge(here + at + word.size())) return here + at;
    }
    return kNoIndex;
  }

  void take(size_t word, size_t begin, size_t end) {
    size_t first = next_;
    while (first < atoms_.size() && atoms_[first].begin < begin) ++first;
    share(word, first);
    for (next_ = first; next_ < atoms_.size() && atoms_[next_].begin < end; ++next_) {
      words_[next_] = word;
    }
    at_ = end;
    next_word_ = word + 1;
  }

  /// Distributes the unassigned atoms before `atom` among the words before `word` that were not
  /// found.
  void share(size_t word, size_t atom) {
    const size_t lost = word - next_word_, free = atom - next_;
    for (size_t i = 0; lost > 0 && i < free; ++i) {
      words_[next_ + i] = next_word_ + i * lost / free;
    }
  }

  std::string_view text_;
  const std::vector<TextAtom>& atoms_;
  std::vector<size_t> words_;
  size_t at_ = 0;         // the end of the last word found
  size_t next_ = 0;       // the first atom after the last word found
  size_t next_word_ = 0;  // the word after the last word found
};

}  // namespace

std::vector<TextAtom> atoms_of(std::string_view text) {
  std::vector<TextAtom> atoms;
  auto last = AtomKind::space;
  for (size_t at = 0; at < text.size();) {
    const auto point = first_code_point(text.substr(at));
    const size_t length = std::max<size_t>(point.length, 1);
    const auto kind = point.length == 0 ? AtomKind::symbol : kind_of(point.value);
    if (kind == last && (kind == AtomKind::word || kind == AtomKind::symbol)) {
      atoms.back().end = at + length;
    } else if (kind != AtomKind::space) {
      atoms.push_back({.begin = at, .end = at + length, .is_word = kind == AtomKind::word});
    }
    last = kind;
    at += length;
  }
  return atoms;
}

std::vector<size_t> words_of_atoms(std::string_view text, const std::vector<TextAtom>& atoms,
                                   const std::vector<std::string>& words) {
  return WordFinder(text, atoms).words(words);
}

namespace {

/// Whether each word contains a letter or digit.
std::vector<bool> have_letters(const std::vector<std::string>& words) {
  std::vector<bool> have;
  for (const auto& word : words) {
    have.push_back(std::ranges::any_of(atoms_of(word), &TextAtom::is_word));
  }
  return have;
}

}  // namespace

WordLinks word_links(const TranslatedText& translation) {
  constexpr float kLeast = 0.1F;  // minimum weight of a source word; less is noise
  const size_t sources = translation.source_words.size(), targets = translation.target_words.size();
  const auto sources_have = have_letters(translation.source_words);
  const auto targets_have = have_letters(translation.target_words);
  WordLinks links = {.source_of = std::vector<size_t>(targets, kNoIndex),
                     .target_of = std::vector<size_t>(sources, kNoIndex)};
  std::vector<float> most(sources, kLeast);
  for (size_t target = 0; target < std::min(targets, translation.attention.size()); ++target) {
    const auto& row = translation.attention[target];
    const auto& begins = translation.attention_begins;
    const size_t begin = target < begins.size() ? begins[target] : 0;
    float largest = 0.0F;
    for (size_t column = 0; column < row.size() && begin + column < sources; ++column) {
      const size_t source = begin + column;
      if (sources_have[source] != targets_have[target]) continue;
      if (row[column] > largest) {
        largest = row[column];
        links.source_of[target] = source;
      }
      if (row[column] > most[source]) {
        most[source] = row[column];
        links.target_of[source] = target;
      }
    }
  }
  return links;
}

}  // namespace regard::serve
