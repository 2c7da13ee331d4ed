#include "text/noise.h"

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "base/utf8.h"
#include "text/word_character.h"

namespace regard::text {
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

/// Whether there was an end mark, with words before it.
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

/// Places of letters that follow a letter, so that a word keeps its first one.
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

NoiseDone Noise::operator()(std::string& source, std::string& target,
                            std::mt19937_64& random) const {
  NoiseDone done;
  if (happens(options_.typo, random)) done.source |= mistype(source, random);
  if (happens(options_.spacing, random)) done.source |= misplace_space(source, random);
  if (happens(options_.end_mark, random) && drop_end_mark(source)) {
    done.source = true;
    done.target = drop_end_mark(target);
  }
  if (happens(options_.letter_case, random)) {
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
