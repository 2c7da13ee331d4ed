#include "base/readable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>
#include <string_view>

#include "base/utf8.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard {
namespace {

bool commands_a_terminal(char32_t c) {
  const bool is_control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool is_separator = c == 0x2028 || c == 0x2029;
  const bool is_direction = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  return is_control || is_separator || is_direction;
}

/// The escape of a character: \x1B, \u202E
std::string escape(char32_t c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text = c < 0x100 ? "\\x" : "\\u";
  for (int shift = c < 0x100 ? 4 : 12; shift >= 0; shift -= 4) text += kDigits[(c >> shift) & 15U];
  return text;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const auto [value, length] = first_code_point(text.substr(at));
    if (length == 0) {
      result += escape(static_cast<unsigned char>(text[at]));
    } else if (commands_a_terminal(value)) {
      result += escape(value);
    } else {
      result += text.substr(at, length);
    }
    at += std::max<size_t>(length, 1);
  }
  return result;
}

std::string printable_line(std::string_view line) {
  constexpr size_t kHalf = limits::kMessageBytes / 2;
  if (line.size() <= 2 * kHalf) return escaped(line);
  size_t begin = kHalf, end = line.size() - kHalf;
  while (begin > 0 && continues_character(line[begin])) --begin;
  while (end < line.size() && continues_character(line[end])) ++end;
  return str(escaped(line.substr(0, begin)), " [... ", end - begin, " bytes ...] ",
             escaped(line.substr(end)));
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  for (size_t lines = 1;; ++lines) {
    const auto end = text.find('\n');
    result += printable_line(text.substr(0, end));
    if (end == std::string_view::npos) return result;
    result += '\n';
    text.remove_prefix(end + 1);
    if (lines == limits::kMessageLines) return result + "[... more lines ...]";
  }
}

std::string printable_result(std::string_view text) {
  std::string result;
  for (size_t end = 0; end < text.size();) {
    const auto begin = end;
    end = std::min(text.find_first_of("\n\t", begin), text.size());
    result += escaped(text.substr(begin, end - begin));
    if (end < text.size()) result += text[end++];
  }
  return result;
}

namespace {

bool is_plain(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c) ||
         std::string_view("/._-+=:,@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!text.empty() && text.front() != '-' && std::ranges::all_of(text, is_plain)) {
    return std::string(text);
  }
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string wrapped(std::string_view text, size_t width, size_t indent) {
  std::istringstream words{std::string(text)};
  std::string lines;
  size_t used = 0;
  for (std::string word; words >> word;) {
    const size_t size = decode_utf8(word).size();
    if (used > 0 && used + 1 + size > width) {
      lines += '\n' + std::string(indent, ' ');
      used = 0;
    }
    if (used > 0) lines += ' ';
    lines += word;
    used += (used > 0 ? 1 : 0) + size;
  }
  return lines;
}

std::string fixed(double value, int digits) {
  std::array<char, 400> buffer{};  // the largest double has 309 digits before the point
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::fixed, digits)
                       .ptr;
  const std::string_view number(buffer.data(), static_cast<size_t>(end - buffer.data()));
  const bool is_zero = number.find_first_not_of("-0.") == std::string_view::npos;
  return std::string(is_zero && number.front() == '-' ? number.substr(1) : number);
}

std::string with_sign(double value, int digits) {
  const auto size = fixed(std::abs(value), digits);
  const bool is_zero = size.find_first_not_of("0.") == std::string::npos;
  return (is_zero ? "" : value < 0 ? "−" : "+") + size;
}

std::string grouped(int64_t value) {
  const auto digits = std::to_string(value);
  std::string text;
  for (size_t i = 0; i < digits.size(); ++i) {
    const bool begins_group = i > 0 && digits[i - 1] != '-' && (digits.size() - i) % 3 == 0;
    if (begins_group) text += ',';
    text += digits[i];
  }
  return text;
}

size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the table of distances between prefixes: the current one and the two above it.
  std::vector<size_t> above_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    std::swap(above_last, last);
    std::swap(last, row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], above_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

namespace {

/// A word with at least kShortestBeginning letters may be a candidate's prefix with at most
/// kMostInBeginning mistakes: --bem for --beam-size.
constexpr size_t kShortestBeginning = 3;
constexpr size_t kMostInBeginning = 1;

/// The nearest candidate whose distance is below `limit` and below its own length.
template <class Distance>
std::optional<std::string> nearest_by(const std::vector<std::string>& candidates, size_t limit,
                                      const Distance& distance) {
  std::optional<std::string> best;
  for (const auto& candidate : candidates) {
    if (candidate.size() > limits::kNearestBytes) continue;
    const size_t found = distance(candidate);
    if (found >= limit || found >= candidate.size()) continue;
    best = candidate;
    limit = found;
  }
  return best;
}

/// The smallest distance between `word` and a prefix of `candidate` of similar length.
size_t distance_of_beginning(std::string_view word, std::string_view candidate) {
  const size_t shortest = std::min(word.size() - 1, candidate.size());
  size_t least = edit_distance(word, candidate.substr(0, shortest));
  for (size_t size = shortest + 1; size <= std::min(word.size() + 1, candidate.size()); ++size) {
    least = std::min(least, edit_distance(word, candidate.substr(0, size)));
  }
  return least;
}

}  // namespace

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
  if (word.size() > limits::kNearestBytes) return std::nullopt;
  // Beyond this distance, a candidate counts as a different word.
  const size_t limit = std::max<size_t>(1, word.size() / 3) + 1;
  const auto whole = nearest_by(candidates, limit, [&](const std::string& candidate) {
    return edit_distance(word, candidate);
  });
  const size_t hyphens = std::min(word.find_first_not_of('-'), word.size());
  if (whole || word.size() - hyphens < kShortestBeginning) return whole;
  return nearest_by(candidates, kMostInBeginning + 1, [&](const std::string& candidate) {
    return distance_of_beginning(word, candidate);
  });
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const auto meant = nearest(word, candidates);
  return meant ? "did you mean '" + *meant + "'?" : "";
}

}  // namespace regard
