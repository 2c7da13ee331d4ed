#include "translate/item_places.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string_view>

#include "regard/text/letter_case.h"
#include "regard/text/special_tokens.h"
#include "translate/word_edges.h"

namespace regard::translate {
namespace {

bool is_special_piece(std::string_view piece) {
  return piece == "<pad>" || piece == "<s>" || piece == "</s>";
}

/// A piece without its mark of a space.
std::string_view letters_of(std::string_view piece) {
  return piece.starts_with(text::kWordMark) ? piece.substr(text::kWordMark.size()) : piece;
}

bool is_mark_piece(std::string_view piece) {
  return !is_special_piece(piece) && !has_word_character(letters_of(piece)) && piece != "<unk>" &&
         !piece.starts_with("<0x");
}

/// Pieces before the end of the sentence.
size_t count_of_pieces(const std::vector<std::string>& pieces) {
  const auto end = std::ranges::find_if(pieces, is_special_piece);
  return static_cast<size_t>(end - pieces.begin());
}

/// Of the pieces of a text, those of its first bytes.
size_t pieces_before(size_t at, const Reading& reading, const std::vector<std::string>& pieces,
                     const text::TokenizerPair& tokenizers) {
  size_t bytes = 0;
  for (const auto& piece : tokenizers.source_pieces(std::string_view(reading.text).substr(0, at))) {
    bytes += letters_of(piece).size();
  }
  size_t count = 0;
  const size_t most = count_of_pieces(pieces);
  for (size_t read = 0; count < most && read < bytes; ++count) {
    read += letters_of(pieces[count]).size();
  }
  return count;
}

/// Finds the place of one item among the pieces of a translation.
class PlaceFinder {
 public:
  PlaceFinder(const std::vector<std::string>& target, const Weights& attention, size_t sources)
      : target_(target), attention_(attention), sources_(sources), size_(count_of_pieces(target)) {}

  /// Where the fewest words cross: those before the place belong to the first `source` pieces, and
  /// those behind it to the others.
  size_t by_attention(size_t source) const {
    if (attention_.empty() || sources_ == 0) return by_distance(source);
    double value = 0.0;  // of the place before all
    for (size_t row = 0; row < size_; ++row) value += behind(row, source);
    size_t best = 0;
    double most = -1.0;
    for (size_t place = 0; place <= size_; ++place) {
      if (place > 0) value += 1.0 - 2.0 * behind(place - 1, source);
      const double closeness =
          kOfDistance * std::abs(relative(place, size_) - relative(source, sources_));
      if (!is_between_words(place) || value - closeness <= most) continue;
      most = value - closeness;
      best = place;
    }
    return best;
  }

  /// Behind the marks that the translation begins with.
  size_t behind_first_marks() const {
    size_t place = 0;
    while (place < size_ && is_mark_piece(target_[place])) ++place;
    return place == size_ ? 0 : place;
  }

  /// Before the marks that the translation ends with.
  size_t before_last_marks() const {
    size_t place = size_;
    while (place > 0 && is_mark_piece(target_[place - 1])) --place;
    return place == 0 ? size_ : place;
  }

  size_t end() const { return size_; }

 private:
  static constexpr double kOfDistance = 0.01;  ///< decides between places that are as good

  static double relative(size_t place, size_t size) {
    return size == 0 ? 0.0 : static_cast<double>(place) / static_cast<double>(size);
  }

  size_t by_distance(size_t source) const {
    auto place =
        static_cast<size_t>(std::lround(relative(source, sources_) * static_cast<double>(size_)));
    while (place < size_ && !is_between_words(place)) ++place;
    return place;
  }

  /// The share of a piece's attention that goes to the source's pieces from `source` on.
  double behind(size_t row, size_t source) const {
    const auto& weights = attention_[row];
    double before = 0.0, after = 0.0;
    for (size_t piece = 0; piece < std::min(sources_, weights.size()); ++piece) {
      (piece < source ? before : after) += static_cast<double>(weights[piece]);
    }
    return before + after > 0.0 ? after / (before + after) : 0.5;
  }

  /// No place is within a word, nor behind an apostrophe or a hyphen in it.
  bool is_between_words(size_t place) const {
    if (place == 0 || place == size_ || target_[place].starts_with(text::kWordMark)) return true;
    const auto before = letters_of(target_[place - 1]), after = letters_of(target_[place]);
    if (before.empty() || after.empty()) return false;
    const bool joins = is_one_of(before.back(), "'-\x99") || is_one_of(after.front(), "'-");
    const bool in_word = ends_with_word(before) && begins_with_word(after);
    return !joins && !in_word &&
           is_mark_piece(target_[place]) != is_mark_piece(target_[place - 1]) &&
           !after.starts_with("<0x");
  }

  const std::vector<std::string>& target_;
  const Weights& attention_;
  size_t sources_, size_;
};

/// What separates a text from the item behind it.
std::string_view space_before(const LeftOut& item, std::string_view text) {
  if (text.empty()) return "";
  if (item.space_before) return " ";
  const bool hugs =
      is_markup(item.text) || is_one_of(item.text.front(), ",;:") || !ends_with_word(text);
  return hugs ? "" : " ";
}

/// What separates an item from the text behind it; `space` is what the translation has there.
std::string_view space_behind(const LeftOut& item, std::string_view space, std::string_view text) {
  if (text.empty()) return "";
  const bool is_mark = is_one_of(text.front(), ".,;:!?)]}\"") || text.starts_with("\u2026") ||
                       text.starts_with("\u00BB") || text.starts_with("\u201D");
  if (is_mark) return space;
  if (item.space_after) return " ";
  const bool hugs = is_markup(item.text) || !begins_with_word(text);
  return hugs ? "" : " ";
}

/// Indices of items in the order of their places in the translation.
std::vector<size_t> in_order(const std::vector<size_t>& places) {
  std::vector<size_t> order(places.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](size_t item) { return places[item]; });
  return order;
}

/// Pieces with the items among them, as words of their own.
struct Woven {
  std::vector<std::string> pieces;
  std::vector<size_t> of_piece;  // where each piece is
  std::vector<size_t> of_item;
};

Woven woven(const std::vector<std::string>& pieces, const std::vector<size_t>& places) {
  Woven result;
  const auto order = in_order(places);
  result.of_item.resize(places.size());
  size_t next = 0;
  for (size_t piece = 0; piece <= pieces.size(); ++piece) {
    const bool breaks = next < order.size() && places[order[next]] == piece;
    for (; next < order.size() && places[order[next]] == piece; ++next) {
      result.of_item[order[next]] = result.pieces.size();
      result.pieces.emplace_back(text::kWordMark);
    }
    if (piece == pieces.size()) break;
    result.of_piece.push_back(result.pieces.size());
    const bool begins = !breaks || is_special_piece(pieces[piece]) ||
                        pieces[piece].starts_with(text::kWordMark) || pieces[piece] == "<unk>";
    result.pieces.push_back((begins ? "" : std::string(text::kWordMark)) + pieces[piece]);
  }
  return result;
}

/// The texts of the words of woven pieces.
std::vector<std::string> texts_of(const Woven& all, const Reading& reading,
                                  const text::Tokenizer& tokenizer) {
  std::vector<std::string> texts;
  const auto words = words_of(all.pieces);
  std::vector<std::vector<std::string>> pieces;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] < 0) continue;
    pieces.resize(std::max(pieces.size(), static_cast<size_t>(words[i]) + 1));
    auto& word = pieces[static_cast<size_t>(words[i])];
    // The vocabulary may lack a piece with the mark.
    word.push_back(word.empty() ? std::string(letters_of(all.pieces[i])) : all.pieces[i]);
  }
  for (auto& word : pieces) {
    auto text = tokenizer.decode_pieces(word);
    if (text.starts_with(' ')) text.erase(0, 1);
    texts.push_back(reading.in_capitals ? text::in_capitals(text) : std::move(text));
  }
  for (size_t item = 0; item < all.of_item.size(); ++item) {
    texts[static_cast<size_t>(words[all.of_item[item]])] = reading.left_out[item].text;
  }
  return texts;
}

}  // namespace

ItemPlaces item_places(const Reading& reading, const std::vector<std::string>& source_pieces,
                       const std::vector<std::string>& target_pieces, const Weights& attention,
                       const text::TokenizerPair& tokenizers) {
  ItemPlaces places;
  const PlaceFinder finder(target_pieces, attention, count_of_pieces(source_pieces));
  const std::string_view text = reading.text;
  for (const auto& item : reading.left_out) {
    const size_t source = pieces_before(item.at, reading, source_pieces, tokenizers);
    places.source.push_back(source);
    const auto before = trimmed_end(text.substr(0, item.at));
    const auto behind = trimmed_begin(text.substr(item.at));
    if (before.empty()) {
      places.target.push_back(0);
    } else if (behind.empty()) {
      places.target.push_back(finder.end());
    } else if (!has_word_character(before)) {
      places.target.push_back(finder.behind_first_marks());
    } else if (!has_word_character(behind)) {
      places.target.push_back(finder.before_last_marks());
    } else {
      places.target.push_back(finder.by_attention(source));
    }
  }
  return places;
}

std::string with_items(const WrittenText& written, const Reading& reading,
                       const ItemPlaces& places) {
  auto rest = written.whole();
  if (reading.capital_added && !reading.in_capitals && !rest.starts_with("I ")) {
    rest = text::with_small_letter(rest);
  }
  std::string result;
  size_t done = 0;  // bytes of the written text
  const std::string whole = rest;
  const LeftOut* last = nullptr;
  for (const size_t number : in_order(places.target)) {
    const auto& item = reading.left_out[number];
    const size_t end =
        std::min(whole.size(), trimmed_end(written.of_first(places.target[number])).size());
    if (end > done) {
      const auto part = std::string_view(whole).substr(done, end - done);
      const auto words = trimmed_begin(part);
      if (last == nullptr) {
        result += part;
      } else {
        result += space_behind(*last, part.substr(0, part.size() - words.size()), words);
        result += words;
      }
      done = end;
    } else if (last != nullptr && !last->space_after && !item.space_before &&
               is_markup(item.text)) {
      result += item.text;
      last = &item;
      continue;
    }
    result += space_before(item, result);
    result += item.text;
    last = &item;
  }
  const auto part = std::string_view(whole).substr(done);
  const auto words = trimmed_begin(part);
  if (last == nullptr) return whole;
  result += space_behind(*last, part.substr(0, part.size() - words.size()), words);
  return result.append(words);
}

WordsWithItems words_with_items(const Reading& reading, const ItemPlaces& places,
                                const std::vector<std::string>& source_pieces,
                                const std::vector<std::string>& target_pieces,
                                const Weights& attention, const text::TokenizerPair& tokenizers) {
  const auto source = woven(source_pieces, places.source);
  const auto target = woven(target_pieces, places.target);
  WordsWithItems words = {.source = texts_of(source, reading, tokenizers.source()),
                          .target = texts_of(target, reading, tokenizers.target())};
  if (attention.empty()) return words;
  Weights all(target.pieces.size(), std::vector<float>(source.pieces.size(), 0.0F));
  for (size_t row = 0; row < attention.size(); ++row) {
    for (size_t column = 0; column < std::min(attention[row].size(), source.of_piece.size());
         ++column) {
      all[target.of_piece[row]][source.of_piece[column]] = attention[row][column];
    }
  }
  for (size_t item = 0; item < reading.left_out.size(); ++item) {
    all[target.of_item[item]][source.of_item[item]] = 1.0F;
  }
  words.attention = attention_of_words(all, source.pieces, target.pieces);
  return words;
}

}  // namespace regard::translate
