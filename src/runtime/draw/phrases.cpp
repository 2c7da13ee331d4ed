#include "draw/phrases.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/utf8.h"
#include "regard/base/str.h"

namespace regard::draw {
namespace {

constexpr std::string_view kNumber = "{}";

/// A text with its numbers replaced by {}.
struct Form {
  std::string text = {};
  std::vector<std::string> numbers = {};
};

/// Size in bytes of superscript digits (the exponent of a power of ten) at the start of a text.
size_t exponent_size(std::string_view text) {
  constexpr std::u32string_view kSuperscripts = U"⁻⁰¹²³⁴⁵⁶⁷⁸⁹";
  size_t size = 0;
  while (size < text.size()) {
    const auto point = first_code_point(text.substr(size));
    if (point.length == 0 || kSuperscripts.find(point.value) == kSuperscripts.npos) break;
    size += point.length;
  }
  return size;
}

/// Size in bytes of the number at the start of a text: "1,024", "0.5", "6.7×10⁻¹⁶".
size_t number_size(std::string_view text) {
  constexpr std::string_view kTimesTen = "×10";
  size_t size = 0;
  const auto is_digit = [&](size_t at) { return at < text.size() && is_ascii_digit(text[at]); };
  while (is_digit(size) || (size > 0 && size < text.size() && is_digit(size + 1) &&
                            (text[size] == '.' || text[size] == ','))) {
    ++size;
  }
  const auto rest = text.substr(size);
  if (size == 0 || !rest.starts_with(kTimesTen)) return size;
  const size_t exponent = exponent_size(rest.substr(kTimesTen.size()));
  return exponent == 0 ? size : size + kTimesTen.size() + exponent;
}

/// Splits a text. Digits of a name such as "d2l" are not a number.
Form form_of(std::string_view text) {
  Form form;
  for (size_t at = 0; at < text.size();) {
    const bool is_in_name = at > 0 && (is_ascii_letter(text[at - 1]) || text[at - 1] == '_');
    const size_t size = number_size(text.substr(at));
    if (size > 0 && !is_in_name) {
      form.numbers.emplace_back(text.substr(at, size));
      form.text += kNumber;
    } else {
      form.text += text.substr(at, std::max<size_t>(size, 1));
    }
    at += std::max<size_t>(size, 1);
  }
  return form;
}

std::string with_numbers(std::string text, const std::vector<std::string>& numbers) {
  size_t at = 0;
  for (const auto& number : numbers) {
    at = text.find(kNumber, at);
    text.replace(at, kNumber.size(), number);
    at += number.size();
  }
  return text;
}

size_t count_of_numbers(std::string_view text) {
  size_t count = 0;
  for (size_t at = text.find(kNumber); at != std::string_view::npos;
       at = text.find(kNumber, at + 1)) {
    ++count;
  }
  return count;
}

/// The words of a text that are not names: at least two letters, without digits, "_", "/", ":" or a
/// period inside.
std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view kOfNames = "_/:.";
  const auto is_of_word = [&](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || kOfNames.find(c) != kOfNames.npos;
  };
  std::vector<std::string_view> words;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_of_word(text[end])) ++end;
    auto word = text.substr(at, end - at);
    at = std::max(end, at + 1);
    while (word.ends_with(':') || word.ends_with('.')) word.remove_suffix(1);
    const bool is_name =
        word.find_first_of(kOfNames) != word.npos || std::ranges::any_of(word, is_ascii_digit);
    if (word.size() > 1 && is_ascii_letter(word[0]) && !is_name) words.push_back(word);
  }
  return words;
}

/// Position of the shape at the end of a text: "(batch, source)" in "tokens (batch, source)".
size_t begin_of_shape(std::string_view text) {
  if (!text.ends_with(')')) return std::string_view::npos;
  const size_t begin = text.rfind('(');
  const bool is_apart = begin == 0 || (begin != std::string_view::npos && text[begin - 1] == ' ');
  return is_apart && text.find(", ", begin) != std::string_view::npos ? begin
                                                                      : std::string_view::npos;
}

thread_local const Phrases* phrases_of_pictures = nullptr;

}  // namespace

Phrases::Phrases(std::string_view table) {
  while (!table.empty()) {
    const size_t end = std::min(table.find('\n'), table.size());
    const auto line = table.substr(0, end);
    table.remove_prefix(std::min(end + 1, table.size()));
    if (line.empty() || line.starts_with('#')) continue;
    const size_t tab = line.find('\t');
    const auto english = line.substr(0, tab);
    const auto other = tab == std::string_view::npos ? english : line.substr(tab + 1);
    if (count_of_numbers(english) != count_of_numbers(other)) {
      throw std::invalid_argument(str("the two sides have different numbers of {}: ", line));
    }
    by_form_.emplace(english, other);
  }
}

const std::string* Phrases::find(std::string_view form) const {
  const auto found = by_form_.find(form);
  return found == by_form_.end() ? nullptr : &found->second;
}

std::string Phrases::of(std::string_view text) const {
  return read(text, [](std::string_view) {});
}

std::vector<std::string> Phrases::unknown(std::string_view text) const {
  std::vector<std::string> parts;
  read(text, [&](std::string_view part) { parts.emplace_back(part); });
  return parts;
}

std::string Phrases::read(std::string_view text, const Report& report) const {
  const auto form = form_of(text);
  if (const auto* found = find(form.text)) return with_numbers(*found, form.numbers);
  for (const std::string_view between : {" · ", ": "}) {
    const size_t at = text.find(between);
    if (at == std::string_view::npos) continue;
    const auto* same_between = find(between);
    return str(read(text.substr(0, at), report), same_between == nullptr ? between : *same_between,
               read(text.substr(at + between.size()), report));
  }
  const size_t shape = begin_of_shape(text);
  if (shape == std::string_view::npos) return read_part(text, report);
  std::string written = shape == 0 ? "" : read(text.substr(0, shape - 1), report) + ' ';
  auto sizes = text.substr(shape + 1, text.size() - shape - 2);
  for (written += '('; !sizes.empty();) {
    const size_t end = std::min(sizes.find(", "), sizes.size());
    written += read_part(sizes.substr(0, end), report);
    sizes.remove_prefix(std::min(end + 2, sizes.size()));
    written += sizes.empty() ? ")" : ", ";
  }
  return written;
}

std::string Phrases::read_part(std::string_view part, const Report& report) const {
  const auto form = form_of(part);
  if (const auto* found = find(form.text)) return with_numbers(*found, form.numbers);
  const bool is_known = std::ranges::all_of(words_of(part), [&](std::string_view word) {
    const auto* same = find(word);
    return same != nullptr && *same == word;
  });
  if (!is_known) report(part);
  return std::string(part);
}

DrawnIn::DrawnIn(const Phrases* phrases) : outer_(std::exchange(phrases_of_pictures, phrases)) {}

DrawnIn::~DrawnIn() { phrases_of_pictures = outer_; }

std::string drawn_text(std::string_view english) {
  return phrases_of_pictures == nullptr ? std::string(english) : phrases_of_pictures->of(english);
}

std::string drawn_text(std::string_view english, const std::vector<std::string>& parts) {
  return with_numbers(drawn_text(english), parts);
}

namespace {

/// A tag with its aria-label in the language of the pictures.
std::string with_drawn_label(std::string_view tag) {
  constexpr std::string_view kLabel = "aria-label=\"";
  const size_t at = tag.find(kLabel);
  if (at == tag.npos) return std::string(tag);
  const size_t begin = at + kLabel.size(), end = tag.find('"', begin);
  return str(tag.substr(0, begin), drawn_text(tag.substr(begin, end - begin)), tag.substr(end));
}

}  // namespace

std::string drawn_html(std::string_view english) {
  std::string written;
  while (!english.empty()) {
    const bool is_tag = english[0] == '<';
    const size_t end = is_tag ? english.find('>') : english.find('<');
    const auto piece = english.substr(0, end == english.npos ? end : end + (is_tag ? 1 : 0));
    const auto text = trimmed(piece);
    if (is_tag || text.empty()) {
      written += with_drawn_label(piece);
    } else {
      const auto before = static_cast<size_t>(text.data() - piece.data());
      written += piece.substr(0, before);
      written += drawn_text(text);
      written += piece.substr(before + text.size());
    }
    english.remove_prefix(piece.size());
  }
  return written;
}

}  // namespace regard::draw
