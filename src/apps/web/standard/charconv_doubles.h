#pragma once
// std::to_chars and std::from_chars for double, because the standard library of Emscripten 3.1.6
// has them only for integers. They use C functions, whose locale is always "C" in a browser; a
// number too small for a double reads as 0.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <version>
#ifndef __cpp_lib_to_chars

namespace std {

inline to_chars_result copy_chars(char* first, char* last, const char* text, int size) {
  if (last - first < size) return {last, errc::value_too_large};
  memcpy(first, text, static_cast<size_t>(size));
  return {first + size, errc()};
}

/// Writes a number with `digits` digits after the point.
inline to_chars_result to_chars(char* first, char* last, double value, chars_format /*fixed*/,
                                int digits) {
  char text[512];
  return copy_chars(first, last, text, snprintf(text, sizeof(text), "%.*f", digits, value));
}

/// The shortest texts that are read back as the same number.
struct shortest_texts {
  explicit shortest_texts(double value) {
    int digits = 0;
    do {
      scientific_size = snprintf(scientific, sizeof(scientific), "%.*e", digits, value);
    } while (strtod(scientific, nullptr) != value && ++digits < 17);
    const char* exponent = strchr(scientific, 'e');  // none in inf and nan
    const int after_point = exponent == nullptr ? 0 : max(digits - atoi(exponent + 1), 0);
    fixed_size = snprintf(fixed, sizeof(fixed), "%.*f", after_point, value);
  }

  char scientific[64], fixed[512];
  int scientific_size, fixed_size;
};

inline to_chars_result to_chars(char* first, char* last, double value, chars_format format) {
  const shortest_texts texts(value);
  return format == chars_format::fixed
             ? copy_chars(first, last, texts.fixed, texts.fixed_size)
             : copy_chars(first, last, texts.scientific, texts.scientific_size);
}

inline to_chars_result to_chars(char* first, char* last, double value) {
  const shortest_texts texts(value);
  const bool is_fixed = texts.fixed_size <= texts.scientific_size;
  return to_chars(first, last, value, is_fixed ? chars_format::fixed : chars_format::scientific);
}

inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  // strtod also accepts spaces, a plus and hexadecimal digits.
  const string text(first, last);
  const size_t sign = text.starts_with('-') ? 1 : 0;
  const bool is_number =
      text.size() > sign && string_view("0123456789.in").find(text[sign]) != string_view::npos;
  const bool is_hexadecimal = text.find_first_of("xX") == sign + 1;
  char* end = nullptr;
  const double found = strtod(text.c_str(), &end);
  if (!is_number || end == text.c_str()) return {first, errc::invalid_argument};
  if (is_hexadecimal) {
    value = 0.0;
    return {first + sign + 1, errc()};
  }
  const char* stop = first + (end - text.c_str());
  if (isinf(found) && text[sign] != 'i') return {stop, errc::result_out_of_range};
  value = found;
  return {stop, errc()};
}

}  // namespace std
#endif
