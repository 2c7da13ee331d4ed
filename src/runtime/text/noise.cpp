#include "text/noise.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/characters.h"
#include "text/tokenizer_pair.h"

namespace regard::text {
namespace {

constexpr int64_t kNoPiece = -1;
constexpr double kNever = -INFINITY;

/// The byte positions where characters begin, followed by the end of the text.
std::vector<size_t> boundaries(std::string_view text) {
  std::vector<size_t> places;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool begins = !continues_character(text[i]);
    if (begins) places.push_back(i);
  }
  places.push_back(text.size());
  return places;
}

/// Computes log(exp(a) + exp(b))
double log_sum(double a, double b) {
  const auto [smaller, larger] = std::minmax(a, b);
  return smaller == kNever ? larger : larger + std::log1p(std::exp(smaller - larger));
}

}  // namespace

SubwordSampler::SubwordSampler(Tokenizer tokenizer, double alpha)
    : tokenizer_(std::move(tokenizer)),
      alpha_(alpha),
      unigram_(tokenizer_.type() == config::TokenizerType::unigram),
      is_text_(tokenizer_.text_pieces()) {
  if (!unigram_ && tokenizer_.type() != config::TokenizerType::bpe) {
    throw Error(str("applies only to unigram and bpe, but the tokenizer's type is ",
                    name_of(tokenizer_.type())),
                "tokenizer.sampling", "leave it out");
  }
  for (int64_t id = 0; id < tokenizer_.size(); ++id) {
    scores_.push_back(tokenizer_.score(id));
    longest_ = std::max(longest_, tokenizer_.piece(id).size());
  }
}

std::vector<int64_t> SubwordSampler::resample(std::span<const int32_t> ids,
                                              std::mt19937_64& random) const {
  Ids result;
  size_t word_begin = 0;
  const auto finish_word = [&](size_t end) {
    const auto word = sample_word(ids.subspan(word_begin, end - word_begin), random);
    result.insert(result.end(), word.begin(), word.end());
    word_begin = end;
  };
  for (size_t i = 0; i < ids.size(); ++i) {
    const bool is_text = is_text_[static_cast<size_t>(ids[i])];
    if (!is_text || tokenizer_.piece(ids[i]).starts_with(kWordMark)) finish_word(i);
    if (is_text) continue;
    result.push_back(ids[i]);
    word_begin = i + 1;
  }
  finish_word(ids.size());
  return result;
}

SubwordSampler::Ids SubwordSampler::sample_word(std::span<const int32_t> pieces,
                                                std::mt19937_64& random) const {
  std::string word;
  for (const int32_t piece : pieces) word += tokenizer_.piece(piece);
  if (word.empty()) return {};
  auto sampled = unigram_ ? sample_unigram(word, random) : sample_merges(word, random);
  // A character that exists only within a longer piece cannot be separated from that piece.
  const bool is_whole = std::find(sampled.begin(), sampled.end(), kNoPiece) == sampled.end();
  return is_whole ? sampled : Ids(pieces.begin(), pieces.end());
}

// Uses forward filtering and backward sampling. reached[j] is the log of the sum, over all
// segmentations of the first j characters, of the product of their pieces' P^alpha.
SubwordSampler::Ids SubwordSampler::sample_unigram(std::string_view word,
                                                   std::mt19937_64& random) const {
  struct Edge {
    size_t from;
    int64_t piece;
    double log_weight;
  };
  const auto places = boundaries(word);
  const size_t length = places.size() - 1;
  std::vector<double> reached(length + 1, kNever);
  std::vector<std::vector<Edge>> into(length + 1);
  reached[0] = 0.0;
  for (size_t to = 1; to <= length; ++to) {
    for (size_t from = to; from-- > 0 && places[to] - places[from] <= longest_;) {
      const auto piece = text_piece(word.substr(places[from], places[to] - places[from]));
      if (piece == kNoPiece || reached[from] == kNever) continue;
      const double log_weight = reached[from] + alpha_ * scores_[static_cast<size_t>(piece)];
      into[to].push_back({from, piece, log_weight});
      reached[to] = log_sum(reached[to], log_weight);
    }
  }
  if (reached[length] == kNever) return {kNoPiece};
  Ids pieces;
  for (size_t to = length; to > 0;) {
    double left = uniform(random);
    size_t chosen = 0;
    while (chosen + 1 < into[to].size()) {
      left -= std::exp(into[to][chosen].log_weight - reached[to]);
      if (left < 0) break;
      ++chosen;
    }
    pieces.push_back(into[to][chosen].piece);
    to = into[to][chosen].from;
  }
  std::reverse(pieces.begin(), pieces.end());
  return pieces;
}

SubwordSampler::Ids SubwordSampler::sample_merges(std::string_view word,
                                                  std::mt19937_64& random) const {
  auto places = boundaries(word);
  const auto piece_of = [&](size_t first, size_t last) {  // piece of parts `first` to `last`
    return text_piece(word.substr(places[first], places[last + 1] - places[first]));
  };
  std::vector<int64_t> merges;  // piece that each part would form with the next
  for (size_t i = 0; i + 2 < places.size(); ++i) merges.push_back(piece_of(i, i + 1));
  while (true) {
    int64_t best = kNoPiece;
    size_t place = 0;
    for (size_t i = 0; i < merges.size(); ++i) {
      const auto merged = merges[i];
      if (merged == kNoPiece || uniform(random) < alpha_) continue;
      const auto score = [&](int64_t piece) { return scores_[static_cast<size_t>(piece)]; };
      if (best == kNoPiece || score(merged) > score(best)) {
        best = merged;
        place = i;
      }
    }
    if (best == kNoPiece) break;
    places.erase(places.begin() + static_cast<std::ptrdiff_t>(place) + 1);
    merges.erase(merges.begin() + static_cast<std::ptrdiff_t>(place));
    if (place > 0) merges[place - 1] = piece_of(place - 1, place);
    if (place < merges.size()) merges[place] = piece_of(place, place + 1);
  }
  Ids pieces;
  for (size_t i = 0; i + 1 < places.size(); ++i) pieces.push_back(piece_of(i, i));
  return pieces;
}

int64_t SubwordSampler::text_piece(std::string_view text) const {
  const int64_t id = tokenizer_.id(text);
  return is_text_[static_cast<size_t>(id)] ? id : kNoPiece;
}

namespace {

bool happens(double probability, std::mt19937_64& random) { return uniform(random) < probability; }

size_t drawn_below(size_t end, std::mt19937_64& random) {
  return static_cast<size_t>(random() % end);
}

std::string to_utf8(const std::u32string& characters) {
  std::string text;
  for (const char32_t character : characters) append_utf8(character, text);
  return text;
}

bool is_end_mark(char32_t character) {
  return character == U'.' || character == U'!' || character == U'?' || character == U'…';
}
bool is_any_space(char32_t character) {
  return character == U' ' || character == U'\u00A0' || character == U'\u202F';
}
bool follows_a_word(char32_t character) {
  return is_end_mark(character) || character == U',' || character == U';' || character == U':';
}

/// Drops an end mark. Returns whether there was an end mark with words before it.
bool drop_end_mark(std::string& line) {
  auto characters = decode_utf8(line);
  const size_t before = characters.size();
  while (!characters.empty() && is_end_mark(characters.back())) characters.pop_back();
  if (characters.size() == before) return false;
  while (!characters.empty() && is_any_space(characters.back())) characters.pop_back();
  if (characters.empty()) return false;
  line = to_utf8(characters);
  return true;
}

/// Positions of letters that follow a letter: a word always keeps its first letter.
std::vector<size_t> inner_letters(const std::u32string& characters) {
  std::vector<size_t> places;
  for (size_t i = 1; i < characters.size(); ++i) {
    if (is_letter(characters[i]) && is_letter(characters[i - 1])) places.push_back(i);
  }
  return places;
}

bool mistype(std::string& line, std::mt19937_64& random) {
  auto characters = decode_utf8(line);
  const auto places = inner_letters(characters);
  if (places.empty()) return false;
  const size_t place = places[drawn_below(places.size(), random)];
  enum Slip { omit, twice, replace, swap, count };
  switch (drawn_below(count, random)) {
    case omit:
      characters.erase(place, 1);
      break;
    case twice:
      characters.insert(place, 1, characters[place]);
      break;
    case replace:
      characters[place] = characters[places[drawn_below(places.size(), random)]];
      break;
    default:
      if (place + 1 < characters.size() && is_letter(characters[place + 1])) {
        std::swap(characters[place], characters[place + 1]);
      }
  }
  const auto result = to_utf8(characters);
  const bool differs = result != line;
  line = result;
  return differs;
}

bool misplace_space(std::string& line, std::mt19937_64& random) {
  auto characters = decode_utf8(line);
  std::vector<size_t> spaces, marks;
  for (size_t i = 1; i + 1 < characters.size(); ++i) {
    if (characters[i] == U' ') spaces.push_back(i);
  }
  for (size_t i = 1; i < characters.size(); ++i) {
    if (follows_a_word(characters[i]) && is_letter(characters[i - 1])) marks.push_back(i);
  }
  const bool before_mark = !marks.empty() && (spaces.empty() || drawn_below(2, random) == 0);
  if (before_mark) {
    characters.insert(marks[drawn_below(marks.size(), random)], 1, U' ');
  } else if (!spaces.empty()) {
    characters.erase(spaces[drawn_below(spaces.size(), random)], 1);
  } else {
    return false;
  }
  line = to_utf8(characters);
  return true;
}

}  // namespace

Faults Noise::draw(std::mt19937_64& random) const {
  return {.typo = happens(options_.typo, random),
          .spacing = happens(options_.spacing, random),
          .end_mark = happens(options_.end_mark, random),
          .letter_case = happens(options_.letter_case, random)};
}

NoiseDone Noise::add(const Faults& faults, std::string& source, std::string& target,
                     std::mt19937_64& random) {
  NoiseDone done;
  if (faults.typo) done.source |= mistype(source, random);
  if (faults.spacing) done.source |= misplace_space(source, random);
  if (faults.end_mark && drop_end_mark(source)) {
    done.source = true;
    done.target = drop_end_mark(target);
  }
  if (faults.letter_case) {
    const bool capitals = drawn_below(2, random) == 0;
    auto other = capitals ? in_capitals(source) : in_lower_case(source);
    done.letter_case = other != source;
    done.source |= done.letter_case;
    source = std::move(other);
    if (capitals) {
      target = in_capitals(target);
      done.target = true;
    }
  }
  return done;
}

}  // namespace regard::text
