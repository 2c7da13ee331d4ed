#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "regard/base/named_enum.h"

namespace regard::config {

/// A number, or `auto` for a number that is determined elsewhere or at run time.
template <class Number>
struct Auto {
  std::optional<Number> number = {};

  Auto() = default;
  Auto(Number value) : number(value) {}

  bool is_auto() const { return !number.has_value(); }
  Number value_or(Number otherwise) const { return number.value_or(otherwise); }
  bool operator==(const Auto&) const = default;
};
using AutoInt = Auto<int64_t>;
using AutoDouble = Auto<double>;

/// Option values as text, in a config or on the command line. The parse_* functions return nullopt
/// if the text is not a value of their type.

/// Accepts true, yes, on, false, no and off: in lowercase, in uppercase or capitalized.
std::optional<bool> parse_bool(std::string_view text);
/// Decimal digits with an optional sign.
std::optional<int64_t> parse_int(std::string_view text);
/// A finite decimal number: 4096, 0.5, 1e-3.
std::optional<double> parse_double(std::string_view text);
std::optional<AutoInt> parse_auto_int(std::string_view text);
std::optional<AutoDouble> parse_auto_double(std::string_view text);

std::string format_value(bool value);
std::string format_value(int64_t value);
/// The shortest text that reads back as exactly this number, with a point or an exponent.
std::string format_value(double value);
inline std::string format_value(const std::string& value) { return value; }
template <NamedEnum Enum>
std::string format_value(Enum value) {
  return name_of(value);
}
template <class Number>
std::string format_value(const Auto<Number>& value) {
  return value.is_auto() ? "auto" : format_value(*value.number);
}

/// The name of a type in messages and in the reference.
inline std::string type_name(bool) { return "true or false"; }
inline std::string type_name(int64_t) { return "whole number"; }
inline std::string type_name(double) { return "number"; }
inline std::string type_name(const std::string&) { return "text"; }
template <NamedEnum Enum>
std::string type_name(Enum) {
  return "text";
}
template <class Number>
std::string type_name(const Auto<Number>&) {
  return type_name(Number()) + " or auto";
}

/// Whether some YAML reader would read this as a number, a boolean, null or a date.
bool looks_like_another_type(std::string_view text);

}  // namespace regard::config
