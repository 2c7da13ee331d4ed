#include "translate/place_finder.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "text/tokenizer_pair.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

constexpr double kOfDistance = 0.01;  ///< breaks ties between places

double relative(size_t place, size_t size) {
  return size == 0 ? 0.0 : static_cast<double>(place) / static_cast<double>(size);
}

bool ends_with_apostrophe(std::string_view piece) {
  return piece.ends_with('\'') || piece.ends_with("\u2019");
}

}  // namespace

bool is_special_piece(std::string_view piece) {
  return piece == "<pad>" || piece == "<s>" || piece == "</s>";
}

std::string_view letters_of(std::string_view piece) {
  return piece.starts_with(text::kWordMark) ? piece.substr(text::kWordMark.size()) : piece;
}

bool is_mark_piece(std::string_view piece) {
  return !is_special_piece(piece) && !has_word_character(letters_of(piece)) && piece != "<unk>" &&
         !piece.starts_with("<0x");
}

size_t count_of_pieces(const std::vector<std::string>& pieces) {
  const auto end = std::ranges::find_if(pieces, is_special_piece);
  return static_cast<size_t>(end - pieces.begin());
}

PlaceFinder::PlaceFinder(const std::vector<std::string>& target, const Weights& attention,
                         size_t sources)
    : target_(target), attention_(attention), sources_(sources), size_(count_of_pieces(target)) {}

size_t PlaceFinder::by_attention(size_t source) const {
  if (!attends()) return by_distance(source);
  const PieceRange behind{source, sources_};
  double value = 0.0;  // the value for a place before all words
  for (size_t row = 0; row < size_; ++row) value += share_of_piece(row, behind);
  size_t best = 0;
  double most = -1.0;
  for (size_t place = 0; place <= size_; ++place) {
    if (place > 0) value += 1.0 - 2.0 * share_of_piece(place - 1, behind);
    const double closeness =
        kOfDistance * std::abs(relative(place, size_) - relative(source, sources_));
    if (!is_between_words(place) || value - closeness <= most) continue;
    most = value - closeness;
    best = place;
  }
  return best;
}

size_t PlaceFinder::behind_first_marks() const {
  size_t place = 0;
  while (place < size_ && is_mark_piece(target_[place])) ++place;
  return place == size_ ? 0 : place;
}

size_t PlaceFinder::before_last_marks() const {
  size_t place = size_;
  while (place > 0 && is_mark_piece(target_[place - 1])) --place;
  return place == 0 ? size_ : place;
}

std::vector<PieceRange> PlaceFinder::words() const {
  std::vector<PieceRange> words;
  for (size_t begin = 0, end = 0; begin < size_; begin = end) {
    for (end = begin + 1; end < size_ && !is_between_words(end);) {
      if (ends_with_apostrophe(target_[end++])) break;
    }
    if (std::all_of(target_.begin() + static_cast<std::ptrdiff_t>(begin),
                    target_.begin() + static_cast<std::ptrdiff_t>(end), is_mark_piece)) {
      continue;
    }
    words.push_back({begin, end});
  }
  return words;
}

std::string PlaceFinder::text_of(const PieceRange& word) const {
  std::string text;
  for (size_t piece = word.begin; piece < word.end; ++piece) text += letters_of(target_[piece]);
  return text;
}

double PlaceFinder::share(const PieceRange& word, const PieceRange& source) const {
  double sum = 0.0;
  for (size_t row = word.begin; row < word.end; ++row) sum += share_of_piece(row, source);
  return sum / static_cast<double>(std::max<size_t>(word.end - word.begin, 1));
}

PieceRange PlaceFinder::word_of(const PieceRange& source) const {
  // Words with fewer letters count half: articles attend to source nouns as strongly as nouns do.
  constexpr size_t kFewestLetters = 4;
  constexpr double kOfShort = 0.5;
  PieceRange best{0, 0};
  double most = 0.0;
  for (const auto& word : words()) {
    const bool is_short = decode_utf8(text_of(word)).size() < kFewestLetters;
    const double value = attends() ? (is_short ? kOfShort : 1.0) * share(word, source) : 0.0;
    if (value <= most) continue;
    most = value;
    best = word;
  }
  return best;
}

size_t PlaceFinder::by_distance(size_t source) const {
  auto place =
      static_cast<size_t>(std::lround(relative(source, sources_) * static_cast<double>(size_)));
  while (place < size_ && !is_between_words(place)) ++place;
  return place;
}

double PlaceFinder::share_of_piece(size_t row, const PieceRange& source) const {
  const auto& weights = attention_[row];
  double inside = 0.0, outside = 0.0;
  for (size_t piece = 0; piece < std::min(sources_, weights.size()); ++piece) {
    const bool is_inside = piece >= source.begin && piece < source.end;
    (is_inside ? inside : outside) += static_cast<double>(weights[piece]);
  }
  return inside + outside > 0.0 ? inside / (inside + outside) : 0.5;
}

bool PlaceFinder::is_between_words(size_t place) const {
  if (place == 0 || place == size_ || target_[place].starts_with(text::kWordMark)) return true;
  const auto before = letters_of(target_[place - 1]), after = letters_of(target_[place]);
  if (before.empty() || after.empty()) return false;
  const bool joins = text::is_among(before.back(), "'-\x99") || text::is_among(after.front(), "'-");
  const bool in_word = ends_with_word(before) && begins_with_word(after);
  return !joins && !in_word && is_mark_piece(target_[place]) != is_mark_piece(target_[place - 1]) &&
         !after.starts_with("<0x");
}

}  // namespace regard::translate
