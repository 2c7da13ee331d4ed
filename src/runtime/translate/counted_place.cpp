#include "translate/item_places.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/utf8.h"
#include "text/characters.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

template <size_t N>
bool is_among(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

/// Articles that a number replaces.
constexpr std::array<std::string_view, 14> kIndefinite = {
    "any",       "certains", "d'",      "de",   "des", "du",  "many",
    "plusieurs", "quelques", "several", "some", "un",  "une", "certaines"};
/// English only: in French, "a" is a verb.
constexpr std::array<std::string_view, 2> kEnglishIndefinite = {"a", "an"};
/// A number comes after one of these words if the source also has such a word.
constexpr std::array<std::string_view, 30> kDefinite = {
    "ces",   "her",  "his",   "its",   "l'",    "la",   "le",  "les",  "leur", "leurs",
    "mes",   "my",   "nos",   "notre", "our",   "ses",  "tes", "that", "the",  "their",
    "these", "this", "those", "vos",   "votre", "your", "mon", "ton",  "son",  "cette"};
/// Contractions of a preposition with an article, which may be definite or indefinite.
constexpr std::array<std::string_view, 2> kContracted = {"au", "aux"};
constexpr std::array<std::string_view, 5> kOf = {"about", "d'", "de", "from", "of"};
/// French articles that contain "de", and "de" itself.
constexpr std::array<std::string_view, 4> kOfArticle = {"d'", "de", "des", "du"};
/// Nouns that need "de" after them, even before a number: besoin de 4 chaises.
constexpr std::array<std::string_view, 3> kNeeding = {"besoin", "envie", "peur"};
/// Words that never begin a counted phrase.
constexpr std::array<std::string_view, 68> kOther = {
    "a",    "ai",    "as",    "avez", "avons",   "ont",    "à",   "after", "and",  "are",
    "as",   "at",    "avant", "avec", "because", "before", "but", "by",    "can",  "car",
    "chez", "comme", "dans",  "donc", "en",      "est",    "et",  "for",   "from", "had",
    "has",  "have",  "he",    "i",    "if",      "il",     "ils", "in",    "into", "is",
    "it",   "je",    "mais",  "not",  "nous",    "of",     "on",  "or",    "ou",   "par",
    "pour", "que",   "qui",   "sans", "she",     "sont",   "sur", "than",  "they", "to",
    "was",  "we",    "were",  "who",  "will",    "with",   "you", "vous"};

bool is_article(std::string_view word) {
  return is_among(word, kIndefinite) || is_among(word, kDefinite) || is_among(word, kContracted);
}

bool is_content(std::string_view word) {
  return !word.empty() && !is_article(word) && !is_among(word, kOther);
}

/// Whether an item consists of digits and their separators: 2, 1,000, 3.5.
bool is_number(std::string_view item) {
  return !item.empty() && is_ascii_digit(item.front()) && is_ascii_digit(item.back()) &&
         std::ranges::all_of(item,
                             [](char c) { return is_ascii_digit(c) || c == '.' || c == ','; });
}

std::string form_of(std::string_view word) {
  auto form = text::in_lower_case(word);
  const std::string_view apostrophe = "\u2019";
  if (form.ends_with(apostrophe))
    form.replace(form.size() - apostrophe.size(), std::string::npos, "'");
  return form;
}

std::string last_word(std::string_view text) {
  text = trimmed_end(text);
  return form_of(text.substr(text.size() - word_at_end(text)));
}

/// Size in bytes of at most two content words, an adjective and a noun, that `text` begins with.
size_t counted_size(std::string_view text) {
  constexpr int kMost = 2;
  size_t size = 0;
  for (int words = 0; words < kMost; ++words) {
    const auto rest = text.substr(size);
    const size_t blank = rest.size() - trimmed_begin(rest).size();
    const size_t word = word_at_begin(rest.substr(blank));
    if (!is_content(form_of(rest.substr(blank, word)))) break;
    size += blank + word;
  }
  return size;
}

/// A number in the source and its context.
struct Count {
  size_t at;           ///< the source piece after the number
  PieceRange counted;  ///< source pieces of the counted words
  std::string before;  ///< the source word before the number
  bool has_number_words;
  bool is_from_french;
};

class CountedPlace {
 public:
  CountedPlace(const PlaceFinder& finder, const Count& count)
      : finder_(finder), count_(count), words_(finder.words()) {
    for (const auto& word : words_) forms_.push_back(form_of(finder.text_of(word)));
  }

  /// Finds the number's place. `elsewhere`: the place to use if attention shows nothing better.
  std::optional<ItemPlace> find(size_t elsewhere) const {
    std::optional<size_t> best;
    double most = kLeast;
    for (size_t word = 0; word < words_.size(); ++word) {
      if (!is_slot(word)) continue;
      const double value = worth(word);
      if (value <= most) continue;
      most = value;
      best = word;
    }
    if (best) return at_slot(*best);
    const auto place = before_counted();
    return beside(place ? place->at : elsewhere);
  }

 private:
  static constexpr double kLeast = 0.4;  ///< share of attention
  static constexpr double kMost = 0.5;

  bool is_slot(size_t word) const {
    // "au" counts only if the source has a preposition: "au revoir" has no article.
    if (is_among(forms_[word], kContracted) && !is_among(count_.before, kOther)) return false;
    const bool is_english = count_.is_from_french && is_among(forms_[word], kEnglishIndefinite);
    return is_english || is_article(forms_[word]) ||
           (!count_.has_number_words && spelled_number(forms_[word]).has_value());
  }

  /// The attention of the words after an article to the counted words.
  double worth(size_t article) const {
    constexpr size_t kWords = 2;  // an adjective and a noun
    constexpr double kOfSlot = 0.25, kOfSecond = 0.9;
    double most = 0.0;
    for (size_t next = article + 1; next <= article + kWords && next < words_.size(); ++next) {
      if (!is_content(forms_[next]) || words_[next].begin != words_[next - 1].end) break;
      if (finder_.share(words_[next], {count_.at, finder_.sources()}) < kMost) break;
      const double share = finder_.share(words_[next], count_.counted);
      most = std::max(most, next == article + 1 ? share : kOfSecond * share);
    }
    return most + (most > 0.0 ? kOfSlot * finder_.share(words_[article], count_.counted) : 0.0);
  }

  /// The place that replaces an article or number word next to `place`; `place` if there is none.
  ItemPlace beside(size_t place) const {
    for (size_t word = 0; word < words_.size(); ++word) {
      const bool is_behind = words_[word].begin == place;
      const bool is_before = words_[word].end == place && !is_among(forms_[word], kDefinite) &&
                             !is_among(forms_[word], kContracted);
      const bool is_counting = word + 1 < words_.size() && is_content(forms_[word + 1]);
      if ((is_behind || is_before) && is_counting && is_slot(word)) return at_slot(word);
    }
    return {place};
  }

  ItemPlace at_slot(size_t slot) const {
    const auto& form = forms_[slot];
    ItemPlace place{words_[slot].begin, words_[slot].end - words_[slot].begin};
    const bool is_of_many = slot > 0 && forms_[slot - 1] == "beaucoup" && is_among(form, kOf);
    if (is_of_many) return {words_[slot - 1].begin, words_[slot].end - words_[slot - 1].begin};
    const bool source_has_article =
        is_among(count_.before, kDefinite) || is_among(count_.before, kContracted);
    if (source_has_article && (is_among(form, kDefinite) || is_among(form, kContracted))) {
      if (form == "l'")
        place.kept = "les";
      else
        place = {words_[slot].end};
    } else if (is_among(form, kContracted)) {
      place.kept = "\u00E0";
    } else if (is_among(form, kOfArticle) && (is_among(count_.before, kOf) ||
                                              (slot > 0 && is_among(forms_[slot - 1], kNeeding)))) {
      place.kept = "de";
    }
    const auto written = finder_.text_of(words_[slot]);
    const bool is_capital = written != text::with_small_letter(written);
    if (is_capital) place.kept = text::with_capital(place.kept);
    return place;
  }

  std::optional<ItemPlace> before_counted() const {
    const auto word = finder_.word_of(count_.counted);
    if (word.end == word.begin || !finder_.is_between_words(word.begin)) return {};
    if (finder_.share(word, count_.counted) < kMost) return {};
    return ItemPlace{word.begin};
  }

  const PlaceFinder& finder_;
  const Count& count_;
  std::vector<PieceRange> words_;
  std::vector<std::string> forms_;
};

}  // namespace

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

std::optional<ItemPlace> counted_place(const PlaceFinder& finder, const Reading& reading,
                                       size_t item, const std::vector<std::string>& source_pieces,
                                       const text::TokenizerPair& tokenizers, size_t elsewhere) {
  const auto& left_out = reading.left_out[item];
  if (!finder.attends() || !left_out.space_after || !is_number(left_out.text)) return {};
  const std::string_view text = reading.text;
  const size_t size = counted_size(text.substr(left_out.at));
  if (size == 0) return {};
  const auto piece_at = [&](size_t byte) {
    return pieces_before(byte, reading, source_pieces, tokenizers);
  };
  const size_t at = piece_at(left_out.at);
  Count count{.at = at,
              .counted = {at, piece_at(left_out.at + size)},
              .before = last_word(text.substr(0, left_out.at)),
              .has_number_words = false,
              .is_from_french = tokenizers.source_language().starts_with("fr")};
  for (auto rest = text; !rest.empty();) {
    const size_t word = word_at_begin(rest);
    count.has_number_words |= spelled_number(rest.substr(0, word)).has_value();
    rest.remove_prefix(word > 0 ? word : std::max<size_t>(first_code_point(rest).length, 1));
  }
  return CountedPlace(finder, count).find(elsewhere);
}

}  // namespace regard::translate
