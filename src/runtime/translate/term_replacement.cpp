#include "translate/term_replacement.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "base/utf8.h"
#include "text/characters.h"
#include "text/tokenizer_pair.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

/// A half-open range of bytes.
struct Bytes {
  size_t begin, end;

  bool overlaps(const Bytes& other) const { return begin < other.end && other.begin < end; }
};

/// The text of a piece: word marks become spaces, and <0xC3> becomes a byte.
std::string text_of_piece(const std::string& piece) {
  constexpr std::string_view kByte = "<0x00>";
  if (piece.size() == kByte.size() && piece.starts_with("<0x") && piece.ends_with('>')) {
    return {static_cast<char>(16 * hexadecimal_value(piece[3]) + hexadecimal_value(piece[4]))};
  }
  std::string text = piece;
  for (size_t at = text.find(text::kWordMark); at != std::string::npos;
       at = text.find(text::kWordMark, at)) {
    text.replace(at, text::kWordMark.size(), " ");
  }
  return text;
}

/// A text and the byte range of each of its pieces.
struct Pieces {
  std::string text = {};
  std::vector<Bytes> places = {};

  void add(const std::string& piece) {
    auto part = text_of_piece(piece);
    if (text.empty() && part.starts_with(' ')) part.erase(0, 1);
    places.push_back({text.size(), text.size() + part.size()});
    text += part;
  }
};

Pieces target_pieces(std::span<const int64_t> tokens, const text::TokenizerPair& tokenizers) {
  Pieces pieces;
  for (const int64_t token : tokens) {
    const auto& piece = tokenizers.target().piece(token);
    pieces.add(text::is_special(token) ? "" : token == text::kUnk ? " \u2047 " : piece);
  }
  return pieces;
}

/// Runs of letters and digits; a hyphen between two runs joins them.
std::vector<Bytes> words_of_text(std::string_view text) {
  std::vector<Bytes> words;
  size_t joint = std::string::npos;  // position at which a word may continue after a hyphen
  for (size_t at = 0; at < text.size();) {
    const auto point = first_code_point(text.substr(at));
    const size_t next = at + std::max<size_t>(point.length, 1);
    const bool is_after_word = !words.empty() && words.back().end == at;
    if (point.length > 0 && text::is_of_word(point.value)) {
      if (is_after_word || joint == at) {
        words.back().end = next;
      } else {
        words.push_back({at, next});
      }
    } else if (text[at] == '-' && is_after_word) {
      joint = next;
    }
    at = next;
  }
  return words;
}

/// Whether a word is an elided l', d' or qu' before another word.
bool is_elided(std::string_view text, const Bytes& word) {
  constexpr size_t kLongest = 2;
  const auto rest = text.substr(word.end);
  return word.end - word.begin <= kLongest &&
         (rest.starts_with('\'') || rest.starts_with("\u2019")) && rest.size() > 1 &&
         rest[1] != ' ';
}

/// Marks at the edges of a term, as in "C++", "$HOME" and ".NET": those before its first letter or
/// digit and those after its last.
struct EdgeMarks {
  std::vector<std::string_view> before = {}, behind = {};
};

/// The edge marks of a term except brackets and quotes, which may belong to the sentence.
EdgeMarks edge_marks(std::string_view term) {
  constexpr std::u32string_view kPaired = U"()[]{}<>\"'\u00AB\u00BB\u2018\u2019\u201C\u201D";
  EdgeMarks marks;
  bool has_word = false;
  for (size_t at = 0; at < term.size();) {
    const auto point = first_code_point(term.substr(at));
    const size_t length = std::max<size_t>(point.length, 1);
    const bool is_mark = point.length > 0 && !text::is_of_word(point.value) &&
                         point.value != U' ' && kPaired.find(point.value) == kPaired.npos;
    if (point.length > 0 && text::is_of_word(point.value)) {
      has_word = true;
      marks.behind.clear();
    } else if (is_mark) {
      (has_word ? marks.behind : marks.before).push_back(term.substr(at, length));
    }
    at += length;
  }
  return marks;
}

/// The share of a token's attention that goes to `place`, not counting attention to the end of the
/// sentence.
double attention_to(const TermInSource& place, std::span<const float> row) {
  double all = 0.0, of_place = 0.0;
  for (size_t piece = 0; piece + 1 < row.size(); ++piece) {
    const auto weight = static_cast<double>(row[piece]);
    all += weight;
    if (piece >= place.begin && piece < place.end) of_place += weight;
  }
  return all > 0.0 ? of_place / all : 0.0;
}

/// Weight of attention relative to log-probability. Attention decides if the model has overlooked
/// the term. In recurrent models, articles attend to nouns more strongly than the nouns themselves
/// do.
constexpr double kWorthOfAttention = 2.0;
/// Factors for the weight of short words, by length: most are articles or prepositions, whose form
/// depends on the term.
constexpr double kWorthOfLetters[] = {0.0, 0.2, 0.2, 0.6};
/// Longer function words, weighted like short words.
constexpr std::array<std::string_view, 40> kFunctionWords = {
    "ainsi", "alors", "aussi", "avec",  "cette", "chaque", "comme", "dans",  "depuis", "donc",
    "each",  "elle",  "elles", "every", "from",  "leur",   "leurs", "mais",  "notre",  "nous",
    "parce", "pour",  "quand", "sans",  "sous",  "that",   "their", "these", "they",   "this",
    "those", "tous",  "tout",  "toute", "votre", "vous",   "when",  "with",  "you",    "your"};
constexpr double kLeastWeight = 0.02;
/// A word next to the best one is part of the translation if its dependence on the term is at least
/// this share of the best word's. The form of an article depends on the term only somewhat.
constexpr double kShareBeside = 0.5;
/// A word that follows the best one and a preposition may be part of the translation if at least
/// this share of its attention goes to the term.
constexpr double kAttentionOfPart = 0.2;
/// Short function words, whose weight depends on their length.
constexpr std::array<std::string_view, 47> kShortFunctionWords = {
    "à",   "a",   "an",  "at", "au",  "aux", "by", "ce",  "ces", "cet", "de",  "des",
    "du",  "en",  "et",  "he", "her", "his", "in", "is",  "its", "la",  "le",  "les",
    "ma",  "mes", "mon", "my", "nos", "of",  "on", "or",  "ou",  "our", "par", "sa",
    "ses", "son", "sur", "ta", "tes", "the", "to", "ton", "un",  "une", "vos"};
/// A word translates the term if its log-probability drops by at least this much without the term.
constexpr double kLossOfTranslation = 2.0;

}  // namespace

std::vector<TermInSource> terms_in_source(const std::string& source, const text::Glossary& glossary,
                                          const text::TokenizerPair& tokenizers) {
  Pieces pieces;
  for (const auto& piece : tokenizers.source_pieces(source)) pieces.add(piece);
  std::vector<TermInSource> terms;
  for (const auto& match : glossary.in(pieces.text)) {
    const auto is_in_match = [&](const Bytes& place) {
      return place.overlaps({match.begin, match.end});
    };
    const auto first = std::ranges::find_if(pieces.places, is_in_match);
    const auto last = std::find_if_not(first, pieces.places.end(), is_in_match);
    terms.push_back({match.term, static_cast<size_t>(first - pieces.places.begin()),
                     static_cast<size_t>(last - pieces.places.begin())});
  }
  return terms;
}

double WordsOfTerm::Word::weight() const {
  const size_t counted = is_function_word ? 1 : letters;
  const double worth = counted < std::size(kWorthOfLetters) ? kWorthOfLetters[counted] : 1.0;
  return worth * (loss + kWorthOfAttention * attention);
}

WordsOfTerm::WordsOfTerm(const search::Hypothesis& hypothesis,
                         const text::TokenizerPair& tokenizers, const TermInSource& place,
                         std::span<const double> loss)
    : term_(place.term) {
  const auto pieces = target_pieces(hypothesis.tokens, tokenizers);
  if (pieces.text != tokenizers.decode_target(hypothesis.tokens)) return;
  text_ = pieces.text;
  const bool attends = hypothesis.attention.size() == hypothesis.tokens.size();
  for (const auto& bytes : words_of_text(text_)) {
    if (is_elided(text_, bytes)) continue;
    const auto text = text_.substr(bytes.begin, bytes.end - bytes.begin);
    const auto small = text::in_lower_case(text);
    const bool is_function_word = std::ranges::find(kFunctionWords, small) != kFunctionWords.end();
    const bool is_short =
        std::ranges::find(kShortFunctionWords, small) != kShortFunctionWords.end();
    Word word{{bytes.begin, bytes.end},
              decode_utf8(text).size(),
              is_function_word,
              is_function_word || is_short,
              0.0,
              0.0};
    double tokens = 0.0;
    for (size_t token = 0; token < pieces.places.size(); ++token) {
      if (!pieces.places[token].overlaps(bytes)) continue;
      word.loss += std::max(token < loss.size() ? loss[token] : 0.0, 0.0);
      if (attends) word.attention += attention_to(place, hypothesis.attention[token]);
      tokens += 1.0;
    }
    word.attention /= std::max(tokens, 1.0);
    words_.push_back(word);
  }
}

std::optional<WordsOfTerm::Words> WordsOfTerm::best(std::span<const Words> taken) const {
  const auto is_free = [&](const Word& word) {
    return std::ranges::none_of(taken, [&](const Words& other) {
      return word.bytes.begin < other.end && other.begin < word.bytes.end;
    });
  };
  const Word* best = nullptr;
  for (const auto& word : words_) {
    if (!is_free(word) || word.weight() < kLeastWeight) continue;
    if (best == nullptr || word.weight() > best->weight()) best = &word;
  }
  if (best == nullptr) return {};
  const bool has_attention =
      std::ranges::any_of(words_, [](const Word& word) { return word.attention > 0.0; });
  const auto belongs = [&](const Word& word) {
    return is_free(word) && !word.is_article && word.loss >= kLossOfTranslation &&
           word.loss >= kShareBeside * best->loss &&
           (!has_attention || word.attention >= kAttentionOfPart);
  };
  const Word *first = best, *last = best;
  while (first != &words_.front() && belongs(*(first - 1))) --first;
  while (last != &words_.back() && belongs(*(last + 1))) ++last;
  return with_marks({first->bytes.begin, last->bytes.end});
}

WordsOfTerm::Words WordsOfTerm::with_marks(Words words) const {
  const std::string_view text = text_, source = term_->source;
  for (size_t at = text.find(source); at != std::string_view::npos;
       at = text.find(source, at + 1)) {
    if (at < words.end && words.begin < at + source.size()) {
      words = {std::min(at, words.begin), std::max(at + source.size(), words.end)};
    }
  }
  const auto marks = edge_marks(source);
  const auto is_before = [&](std::string_view mark) {
    return text.substr(0, words.begin).ends_with(mark);
  };
  const auto is_behind = [&](std::string_view mark) {
    return text.substr(words.end).starts_with(mark);
  };
  for (auto mark = marks.before.begin(); mark != marks.before.end();) {
    mark = std::ranges::find_if(marks.before, is_before);
    if (mark != marks.before.end()) words.begin -= mark->size();
  }
  for (auto mark = marks.behind.begin(); mark != marks.behind.end();) {
    mark = std::ranges::find_if(marks.behind, is_behind);
    if (mark != marks.behind.end()) words.end += mark->size();
  }
  return words;
}

std::vector<WordsOfTerm::Words> WordsOfTerm::others(const Words& best) const {
  std::vector<Words> others;
  const Word* heaviest = nullptr;
  for (const auto& word : words_) {
    const bool is_within = word.bytes.begin >= best.begin && word.bytes.end <= best.end;
    if (!is_within) continue;
    if (heaviest == nullptr || word.weight() > heaviest->weight()) heaviest = &word;
  }
  if (heaviest == nullptr) return others;
  const auto one = with_marks(heaviest->bytes);
  const bool is_best = one.begin == best.begin && one.end == best.end;
  if (!is_best) others.push_back(one);
  auto next =
      std::ranges::find_if(words_, [&](const Word& word) { return word.bytes.begin >= best.end; });
  const bool is_behind_preposition = next != words_.end() && next->is_article;
  if (is_behind_preposition) ++next;
  if (next != words_.end() && !next->is_article && next->attention >= kAttentionOfPart) {
    others.push_back(with_marks({best.begin, next->bytes.end}));
  }
  return others;
}

bool WordsOfTerm::is_translated_beside_its_translation() const {
  size_t at = text_.find(term_->target);
  if (at == std::string::npos) at = text_.find(text::with_capital(term_->target));
  if (at == std::string::npos) return false;
  const Bytes own{at, at + term_->target.size()};
  double most = 0.0, own_loss = 0.0;
  for (const auto& word : words_) {
    auto& loss = own.overlaps({word.bytes.begin, word.bytes.end}) ? own_loss : most;
    loss = std::max(loss, word.loss);
  }
  return most >= kLossOfTranslation && most > own_loss;
}

}  // namespace regard::translate
