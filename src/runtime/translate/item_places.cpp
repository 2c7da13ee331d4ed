#include "translate/item_places.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string_view>

#include "text/characters.h"
#include "text/tokenizer_pair.h"
#include "translate/place_finder.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

/// The separator between a text and the item after it.
std::string_view space_before(const LeftOut& item, std::string_view text) {
  if (text.empty()) return "";
  if (item.space_before) return " ";
  const bool hugs = item.touches_before || is_markup(item.text) ||
                    text::is_among(item.text.front(), ",;:") || !ends_with_word(text);
  return hugs ? "" : " ";
}

/// Whether an item may directly precede text, like an opening tag or emphasis mark.
bool may_open(std::string_view item) {
  if (!is_markup(item)) return false;
  if (item.front() != '<') return true;
  const auto tag = item.substr(item.rfind('<'));
  constexpr std::array<std::string_view, 6> kVoid = {"<br",    "<hr",  "<img",
                                                     "<input", "<wbr", "<!--"};
  const auto begins = [&](std::string_view name) { return tag.starts_with(name); };
  return !tag.starts_with("</") && !tag.ends_with("/>") && std::ranges::none_of(kVoid, begins);
}

/// The separator between an item and the text after it; `space` is the one in the translation.
std::string_view space_behind(const LeftOut& item, std::string_view space, std::string_view text) {
  if (text.empty()) return "";
  const bool is_mark = text::is_among(text.front(), ".,;:!?)]}\"") || text.starts_with("\u2026") ||
                       text.starts_with("\u00BB") || text.starts_with("\u201D");
  if (is_mark) return space;
  if (item.space_after) return " ";
  const bool hugs = item.touches_after || may_open(item.text) || !begins_with_word(text);
  return hugs ? "" : " ";
}

/// An item, preceded by the text kept from the pieces that it replaces.
std::string text_at(const ItemPlace& place, const LeftOut& item) {
  return place.kept.empty() ? item.text : place.kept + " " + item.text;
}

/// Indices of items ordered by their places in the translation.
std::vector<size_t> in_order(const std::vector<ItemPlace>& places) {
  std::vector<size_t> order(places.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](size_t item) { return places[item].at; });
  return order;
}

/// Pieces with the items inserted as separate words.
struct Woven {
  std::vector<std::string> pieces;
  std::vector<std::optional<size_t>>
      of_piece;  // position of each piece that is not replaced by an item
  std::vector<size_t> of_item;
};

Woven woven(const std::vector<std::string>& pieces, const std::vector<ItemPlace>& places) {
  Woven result;
  const auto order = in_order(places);
  result.of_item.resize(places.size());
  size_t next = 0, behind_items = 0;
  for (size_t piece = 0; piece <= pieces.size(); ++piece) {
    for (; next < order.size() && places[order[next]].at == piece; ++next) {
      behind_items = std::max(behind_items, piece + places[order[next]].replaced);
      result.of_item[order[next]] = result.pieces.size();
      result.pieces.emplace_back(text::kWordMark);
    }
    if (piece == pieces.size()) break;
    result.of_piece.emplace_back();
    if (piece < behind_items) continue;
    result.of_piece.back() = result.pieces.size();
    const bool breaks = next > 0 && piece == behind_items;
    const bool begins = !breaks || is_special_piece(pieces[piece]) ||
                        pieces[piece].starts_with(text::kWordMark) || pieces[piece] == "<unk>";
    result.pieces.push_back((begins ? "" : std::string(text::kWordMark)) + pieces[piece]);
  }
  return result;
}

/// The texts of the words in woven pieces.
std::vector<std::string> texts_of(const Woven& all, const Reading& reading,
                                  const std::vector<ItemPlace>& places,
                                  const text::Tokenizer& tokenizer, WordEnds ends) {
  std::vector<std::string> texts;
  const auto words = words_of(all.pieces, ends);
  std::vector<std::vector<std::string>> pieces;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] < 0) continue;
    pieces.resize(std::max(pieces.size(), static_cast<size_t>(words[i]) + 1));
    auto& word = pieces[static_cast<size_t>(words[i])];
    // The vocabulary may lack the piece with its word mark.
    word.push_back(word.empty() ? std::string(letters_of(all.pieces[i])) : all.pieces[i]);
  }
  for (auto& word : pieces) {
    auto text = tokenizer.decode_pieces(word);
    if (text.starts_with(' ')) text.erase(0, 1);
    texts.push_back(reading.in_capitals ? text::in_capitals(text) : std::move(text));
  }
  for (size_t item = 0; item < all.of_item.size(); ++item) {
    texts[static_cast<size_t>(words[all.of_item[item]])] =
        text_at(places[item], reading.left_out[item]);
  }
  return texts;
}

/// The place next to the bracket or quotation mark that the item touches.
std::optional<size_t> place_at_bracket(const PlaceFinder& finder, const Reading& reading,
                                       const LeftOut& item) {
  constexpr std::array<std::string_view, 5> kOpening = {"(", "[", "\"", "\u201C", "\u00AB"};
  constexpr std::array<std::string_view, 5> kClosing = {")", "]", "\"", "\u201D", "\u00BB"};
  const auto before = std::string_view(reading.text).substr(0, item.at);
  const auto behind = std::string_view(reading.text).substr(item.at);
  const auto ends = [&](std::string_view mark) { return before.ends_with(mark); };
  const auto begins = [&](std::string_view mark) { return behind.starts_with(mark); };
  const auto open = std::ranges::find_if(kOpening, ends);
  const auto close = std::ranges::find_if(kClosing, begins);
  const bool is_behind = !item.space_before && open != kOpening.end();
  if (!is_behind && (item.space_after || close == kClosing.end())) return {};
  const auto mark = is_behind ? *open : *close;
  size_t marks_before = is_behind ? 0 : 1;  // number of such marks up to the bracket
  for (size_t at = 0; (at = before.find(mark, at)) != std::string_view::npos; at += mark.size()) {
    ++marks_before;
  }
  for (size_t piece = 0; piece < finder.end(); ++piece) {
    const bool has_mark = letters_of(finder.pieces()[piece]).find(mark) != std::string_view::npos;
    if (has_mark && --marks_before == 0) return is_behind ? piece + 1 : piece;
  }
  return {};
}

/// Whether a text ends with sentence-final punctuation.
bool ends_sentence(std::string_view text) {
  return !text.empty() && (text::is_among(text.back(), ".!?:") || text.ends_with("\u2026"));
}

/// Whether an item has no letters or digits and is not a placeholder: emoji, arrows.
bool is_symbol(std::string_view item) { return !has_word_character(item) && item.front() != '%'; }

class ItemPlacer {
 public:
  ItemPlacer(const Reading& reading, const std::vector<std::string>& source_pieces,
             const PlaceFinder& finder, const text::TokenizerPair& tokenizers)
      : reading_(reading),
        source_pieces_(source_pieces),
        finder_(finder),
        tokenizers_(tokenizers) {}

  /// An item's place in the source.
  size_t source_place(size_t item) const { return piece_at(reading_.left_out[item].at); }

  ItemPlace place(size_t item, const std::vector<ItemPlace>& others) const {
    const size_t elsewhere = place_of_mark_or_word(reading_.left_out[item]);
    auto place = counted_place(finder_, reading_, item, source_pieces_, tokenizers_, elsewhere);
    const auto overlaps = [&](const ItemPlace& other) {
      return other.replaced > 0 && place && other.at == place->at;
    };
    if (place && std::ranges::none_of(others, overlaps)) return *place;
    return {elsewhere};
  }

 private:
  size_t piece_at(size_t byte) const {
    return pieces_before(byte, reading_, source_pieces_, tokenizers_);
  }

  size_t place_of_mark_or_word(const LeftOut& item) const {
    const std::string_view text = reading_.text;
    const auto before = trimmed_end(text.substr(0, item.at));
    const auto behind = trimmed_begin(text.substr(item.at));
    if (before.empty()) return 0;
    if (behind.empty()) {
      const bool is_behind_marks =
          ends_sentence(before) || is_markup(item.text) || is_symbol(item.text);
      return is_behind_marks ? finder_.end() : finder_.before_last_marks();
    }
    if (!has_word_character(before)) return finder_.behind_first_marks();
    if (!has_word_character(behind)) return finder_.before_last_marks();
    if (const auto place = place_at_bracket(finder_, reading_, item)) return *place;
    if (const auto place = place_at_word(item)) return *place;
    return finder_.by_attention(piece_at(item.at));
  }

  /// The place next to the translation of the word that the item touches.
  std::optional<size_t> place_at_word(const LeftOut& item) const {
    const std::string_view text = reading_.text;
    const bool is_behind = item.touches_before;
    const bool is_tag = item.is_paired_tag || is_markup(item.text);
    if (is_tag || (!is_behind && !item.touches_after)) return {};
    const auto size =
        is_behind ? word_at_end(text.substr(0, item.at)) : word_at_begin(text.substr(item.at));
    const auto word =
        finder_.word_of(is_behind ? PieceRange{piece_at(item.at - size), piece_at(item.at)}
                                  : PieceRange{piece_at(item.at), piece_at(item.at + size)});
    if (word.begin == word.end) return {};
    return is_behind ? word.end : word.begin;
  }

  const Reading& reading_;
  const std::vector<std::string>& source_pieces_;
  const PlaceFinder& finder_;
  const text::TokenizerPair& tokenizers_;
};

}  // namespace

ItemPlaces item_places(const Reading& reading, const std::vector<std::string>& source_pieces,
                       const std::vector<std::string>& target_pieces, const Weights& attention,
                       const text::TokenizerPair& tokenizers) {
  ItemPlaces places;
  const PlaceFinder finder(target_pieces, attention, count_of_pieces(source_pieces));
  const ItemPlacer placer(reading, source_pieces, finder, tokenizers);
  for (size_t item = 0; item < reading.left_out.size(); ++item) {
    places.source.push_back({placer.source_place(item)});
    auto place = placer.place(item, places.target);
    if (reading.in_capitals) place.kept = text::in_capitals(place.kept);
    places.target.push_back(std::move(place));
  }
  keep_pairs_apart(reading, finder, places.target);
  return places;
}

namespace {

/// Whether the sentence's end mark was left out with the last item: "{0}?</b>".
bool has_end_mark(const Reading& reading) {
  if (reading.left_out.empty() || ends_sentence(trimmed_end(reading.text))) return false;
  const auto& last = reading.left_out.back();
  if (last.at < trimmed_end(reading.text).size()) return false;
  std::string_view item = last.text;
  while (item.ends_with('>') && item.rfind('<') != std::string_view::npos) {
    item = trimmed_end(item.substr(0, item.rfind('<')));
  }
  return ends_sentence(item);
}

std::string without_end_mark(std::string text) {
  while (ends_sentence(text)) text.resize(text.size() - (text.ends_with("\u2026") ? 3 : 1));
  text.resize(trimmed_end(text).size());
  return text;
}

}  // namespace

std::string with_items(const WrittenText& written, const Reading& reading,
                       const ItemPlaces& places) {
  auto whole = written.whole();
  if (has_end_mark(reading)) whole = without_end_mark(std::move(whole));
  const bool begins_with_item =
      std::ranges::any_of(places.target, [](const auto& place) { return place.at == 0; });
  if (reading.capital_added && begins_with_item && !reading.in_capitals &&
      !whole.starts_with("I ")) {
    whole = text::with_small_letter(whole);
  }
  std::string result;
  size_t done = 0;  // bytes of the written text consumed
  const LeftOut* last = nullptr;
  const auto append_to = [&](size_t end) {
    const auto part = std::string_view(whole).substr(done, end - done);
    const auto words = trimmed_begin(part);
    if (last == nullptr) {
      result += part;
    } else {
      result += space_behind(*last, part.substr(0, part.size() - words.size()), words);
      result += words;
    }
    done = end;
  };
  const auto end_of = [&](size_t pieces) {
    return std::min(whole.size(), trimmed_end(written.of_first(pieces)).size());
  };
  for (const size_t number : in_order(places.target)) {
    const auto& item = reading.left_out[number];
    const auto& place = places.target[number];
    const size_t end = end_of(place.at);
    const bool follows_item = end <= done && last != nullptr;
    const bool hugs = follows_item && !last->space_after && is_markup(item.text) &&
                      (!item.space_before || is_markup(last->text));
    if (end > done) append_to(end);
    if (!hugs) result += space_before(item, result);
    result += text_at(place, item);
    if (place.replaced > 0) done = std::max(done, end_of(place.at + place.replaced));
    last = &item;
  }
  append_to(whole.size());
  return result;
}

WordsWithItems words_with_items(const Reading& reading, const ItemPlaces& places,
                                const AlignedPieces& pieces, const text::TokenizerPair& tokenizers,
                                WordEnds ends) {
  const auto source = woven(pieces.source, places.source);
  const auto target = woven(pieces.target, places.target);
  WordsWithItems words = {
      .source = texts_of(source, reading, places.source, tokenizers.source(), ends),
      .target = texts_of(target, reading, places.target, tokenizers.target(), ends)};
  const auto& attention = pieces.attention;
  if (attention.empty()) return words;
  Weights all(target.pieces.size(), std::vector<float>(source.pieces.size(), 0.0F));
  for (size_t row = 0; row < attention.size(); ++row) {
    if (!target.of_piece[row]) continue;
    for (size_t column = 0; column < std::min(attention[row].size(), source.of_piece.size());
         ++column) {
      all[*target.of_piece[row]][*source.of_piece[column]] = attention[row][column];
    }
  }
  for (size_t item = 0; item < reading.left_out.size(); ++item) {
    all[target.of_item[item]][source.of_item[item]] = 1.0F;
  }
  words.attention = attention_of_words(all, source.pieces, target.pieces, ends);
  return words;
}

}  // namespace regard::translate
