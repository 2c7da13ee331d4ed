#include "text/items.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {
namespace {

constexpr std::string_view kUnitNames[] = {
    "km",  "m",       "cm",  "mm",  "km/h", "m/s",  "km\u00B2", "m\u00B2", "cm\u00B2", "m\u00B3",
    "kg",  "g",       "mg",  "ml",  "mL",   "cl",   "dl",       "ms",      "min",      "h",
    "Hz",  "kHz",     "MHz", "GHz", "W",    "kW",   "MW",       "kWh",     "V",        "mV",
    "mA",  "mAh",     "kB",  "KB",  "MB",   "GB",   "TB",       "kbit/s",  "Mbit/s",   "\u00B0C",
    "hPa", "\u00B0F", "dB",  "px",  "dpi",  "kcal", "kJ",       "\u00B5m"};
constexpr std::string_view kCurrencyCodes[] = {
    "USD", "EUR", "GBP", "CHF", "CAD", "AUD", "JPY", "CNY", "INR", "BRL", "SEK", "NOK",
    "DKK", "PLN", "CZK", "HUF", "RUB", "TRY", "ZAR", "MXN", "NZD", "SGD", "HKD", "KRW"};
constexpr std::string_view kNumberSpaces[] = {" ", "\u00A0", "\u202F", "\u2009"};

bool ends_word(std::string_view text, size_t at) {
  if (at >= text.size()) return true;
  return !is_of_word(first_code_point(text.substr(at)).value) && text[at] != '_';
}

bool is_hexadecimal(char c) { return hexadecimal_value(c) >= 0; }

template <size_t Size>
size_t listed_size(std::string_view text, const std::string_view (&list)[Size]) {
  size_t longest = 0;
  for (const auto word : list) {
    if (text.starts_with(word) && ends_word(text, word.size()))
      longest = std::max(longest, word.size());
  }
  return longest;
}

size_t space_size(std::string_view text) {
  const auto* space =
      std::ranges::find_if(kNumberSpaces, [&](auto one) { return text.starts_with(one); });
  return space == std::end(kNumberSpaces) ? 0 : space->size();
}

/// Size of a UUID: 123e4567-e89b-12d3-a456-426614174000
size_t uuid_size(std::string_view text) {
  size_t at = 0;
  for (const size_t digits : {8, 4, 4, 4, 12}) {
    if (at > 0 && !text.substr(at++).starts_with('-')) return 0;
    if (run_of(text.substr(at, digits), is_hexadecimal) != digits) return 0;
    at += digits;
  }
  return ends_word(text, at) ? at : 0;
}

/// Size of an IPv6 address: fe80::1, 2001:db8::/32
size_t ipv6_size(std::string_view text) {
  constexpr size_t kLongest = 48;
  const auto part = text.substr(0, kLongest);
  size_t size = run_of(part, [](char c) { return is_hexadecimal(c) || c == ':'; });
  if (size > 0 && part[size - 1] == ':' && !part.substr(0, size).ends_with("::")) --size;
  const auto address = part.substr(0, size);
  const bool is_short = address.find("::") != std::string_view::npos;
  const bool has_digit = std::ranges::any_of(address, is_ascii_digit);
  if (!has_digit || (!is_short && std::ranges::count(address, ':') != 7)) return 0;
  if (!ends_word(text, size)) return 0;
  if (!text.substr(size).starts_with('/')) return size;
  const size_t digits = run_of(text.substr(size + 1), is_ascii_digit);
  return digits == 0 ? size : size + 1 + digits;
}

/// Size of a MAC address: 00:1A:2B:3C:4D:5E, also with hyphens
size_t mac_size(std::string_view text) {
  constexpr size_t kSize = 17, kGroup = 3;
  if (text.size() < kSize || !ends_word(text, kSize)) return 0;
  const char joint = text[2];
  if (joint != ':' && joint != '-') return 0;
  for (size_t at = 0; at < kSize; ++at) {
    const bool is_joint = at % kGroup == 2;
    if (is_joint ? text[at] != joint : !is_hexadecimal(text[at])) return 0;
  }
  return kSize;
}

/// Size of a key combination: Ctrl+C, Alt+F4, Ctrl-Shift-T
size_t keys_size(std::string_view text) {
  constexpr std::string_view kModifiers[] = {"Ctrl", "Control", "Alt",    "AltGr", "Shift",
                                             "Cmd",  "Command", "Option", "Super", "Meta",
                                             "Win",  "Fn",      "Maj"};
  size_t size = 0;
  while (true) {
    const size_t modifier = listed_size(text.substr(size), kModifiers);
    const size_t joint = size + modifier;
    if (modifier == 0 || joint >= text.size() || !is_among(text[joint], "+-")) break;
    size = joint + 1;
  }
  if (size == 0) return 0;
  const auto key = text.substr(size);
  const size_t letters = run_of(key, is_alphanumeric);
  const bool is_short = letters == 1 || (letters > 1 && letters <= 3 && key[0] == 'F');
  const bool is_word = text[size - 1] == '+' && letters > 1;
  return (is_short || is_word) && ends_word(text, size + letters) ? size + letters : 0;
}

/// Size of a version: 1.2.3-rc.1, v2.0-beta+5; not just a number with a hyphenated word.
size_t version_size(std::string_view text) {
  constexpr std::string_view kStages[] = {"rc",   "alpha", "beta",     "dev",     "pre", "preview",
                                          "post", "final", "SNAPSHOT", "RELEASE", "RC"};
  size_t at = text.starts_with('v') || text.starts_with('V') ? 1 : 0;
  const size_t digits =
      run_of(text.substr(at), [](char c) { return is_ascii_digit(c) || c == '.'; });
  if (digits < 3 || !is_ascii_digit(text[at]) || !is_ascii_digit(text[at + digits - 1])) return 0;
  if (text.substr(at, digits).find('.') == std::string_view::npos) return 0;
  at += digits;
  if (at >= text.size() || !is_among(text[at], "-+")) return 0;
  const auto stage = text.substr(at + 1);
  const auto begins = [&](std::string_view one) { return stage.starts_with(one); };
  if (text[at] == '-' && std::ranges::none_of(kStages, begins)) return 0;
  const size_t size =
      run_of(stage, [](char c) { return is_alphanumeric(c) || is_among(c, ".-+"); });
  at += 1 + size;
  while (!is_alphanumeric(text[at - 1])) --at;
  return at;
}

/// Size of a Roman numeral: XIV. A single letter may be a word or an initial.
size_t roman_size(std::string_view text) {
  constexpr size_t kMost = 8;
  const size_t size = run_of(text, [](char c) { return is_among(c, "IVX"); });
  if (size < 2 || size > kMost || !ends_word(text, size)) return 0;
  auto rest = text.substr(0, size);
  rest.remove_prefix(std::min<size_t>(run_of(rest, [](char c) { return c == 'X'; }), 3));
  for (const std::string_view unit : {"IX", "IV", "V"}) {
    if (!rest.starts_with(unit)) continue;
    rest.remove_prefix(unit.size());
    if (unit != "V") return rest.empty() ? size : 0;
  }
  return rest.size() <= 3 && std::ranges::all_of(rest, [](char c) { return c == 'I'; }) ? size : 0;
}

/// Size of an amount: USD 5, US$5.50
size_t amount_size(std::string_view text) {
  size_t at = listed_size(text, kCurrencyCodes);
  if (at > 0) at += space_size(text.substr(at));
  for (const std::string_view dollar : {"US$", "CA$", "AU$", "A$", "C$", "NZ$", "R$"}) {
    if (text.starts_with(dollar)) at = dollar.size();
  }
  if (at == 0) return 0;
  size_t size =
      run_of(text.substr(at), [](char c) { return is_ascii_digit(c) || is_among(c, ".,"); });
  while (size > 0 && !is_ascii_digit(text[at + size - 1])) --size;
  return size > 0 && is_ascii_digit(text[at]) && ends_word(text, at + size) ? at + size : 0;
}

/// Size of a date or time pattern: yyyy-MM-dd'T'HH:mm. At least two of its fields have several
/// letters, unlike those of "m/s".
size_t date_pattern_size(std::string_view text) {
  constexpr size_t kLongestQuote = 8;
  constexpr std::string_view kFields = "yMdEHhmsS", kSeparators = "-/.:";
  size_t size = 0, wide = 0;
  while (size < text.size() && is_among(text[size], kFields)) {
    const size_t field = run_of(text.substr(size), [&](char c) { return c == text[size]; });
    wide += field > 1 ? 1 : 0;
    size += field;
    auto rest = text.substr(size);
    size_t between = rest.empty() || !is_among(rest[0], kSeparators) ? 0 : 1;
    if (rest.starts_with('\'')) {
      const size_t close = rest.find('\'', 1);
      if (close != std::string_view::npos && close <= kLongestQuote) between = close + 1;
    }
    if (between == 0 || size + between >= text.size() || !is_among(text[size + between], kFields)) {
      break;
    }
    size += between;
  }
  return wide > 1 && ends_word(text, size) ? size : 0;
}

}  // namespace

size_t machine_size(std::string_view text) {
  return std::max({uuid_size(text), ipv6_size(text), mac_size(text), version_size(text),
                   roman_size(text), amount_size(text), keys_size(text), date_pattern_size(text)});
}

size_t option_size(std::string_view text) {
  const size_t dashes = run_of(text, [](char c) { return c == '-'; });
  if (dashes == 0 || dashes > 2 || dashes == text.size() || !is_ascii_letter(text[dashes]))
    return 0;
  if (dashes == 1) return ends_word(text, 2) && !text.substr(2).starts_with('-') ? 2 : 0;
  size_t size = 2 + run_of(text.substr(2), [](char c) { return is_identifier(c) || c == '-'; });
  if (!text.substr(size).starts_with('=')) return size;
  const size_t value = run_of(text.substr(size + 1), [](char c) {
    return is_identifier(c) || is_among(c, "-./:,=") || static_cast<unsigned char>(c) >= 0x80U;
  });
  size += 1 + value;
  while (is_among(text[size - 1], ".,:")) --size;
  return size;
}

size_t quoted_size(std::string_view text) {
  constexpr size_t kLongest = 300;
  if (!text.starts_with('"') && !text.starts_with('\'')) return 0;
  const auto part = text.substr(1, kLongest);
  const size_t close = std::min(part.find(text[0]), part.size());
  if (close == part.size() || close == 0) return 0;
  const auto inside = part.substr(0, close);
  if (inside.find('\n') != std::string_view::npos) return 0;
  const size_t end = close + 2;
  const auto rest = text.substr(end);
  if (rest.starts_with('@') && text[0] == '"') {
    size_t host =
        1 + run_of(rest.substr(1), [](char c) { return is_alphanumeric(c) || is_among(c, ".-"); });
    while (!is_alphanumeric(rest[host - 1]) && host > 1) --host;
    if (host > 1) return end + host;
  }
  const size_t space = inside.find(' ');
  if (space == std::string_view::npos || !ends_word(text, end)) return 0;
  const bool has_drive = is_ascii_letter(inside[0]) && inside.substr(1).starts_with(":\\");
  const bool is_rooted = is_among(inside[0], "/~") && std::ranges::count(inside, '/') > 1;
  const size_t scheme = run_of(inside, is_ascii_letter);
  const bool is_url = scheme > 1 && inside.substr(scheme).starts_with("://") &&
                      inside.substr(0, space).find('=') != std::string_view::npos;
  return has_drive || inside.starts_with("\\\\") || is_rooted || is_url ? end : 0;
}

size_t reference_size(std::string_view text) {
  constexpr size_t kLongest = 60, kYear = 4;
  if (!text.starts_with('(') || text.size() < 3) return 0;
  const size_t symbols = run_of(text.substr(1), [](char c) { return is_among(c, "*+!?#.~^=-"); });
  if (symbols > 0 && text.substr(1 + symbols).starts_with(')')) return symbols + 2;
  constexpr size_t kMostDigits = 3;
  const size_t digits = run_of(text.substr(1), is_ascii_digit);
  const bool is_note = digits > 0 && digits <= kMostDigits;
  if (is_note && text.substr(1 + digits).starts_with(')')) return digits + 2;
  if (text[1] < 'A' || text[1] > 'Z') return 0;
  const size_t close = text.substr(0, kLongest).find_first_of(")(\n", 1);
  if (close == std::string_view::npos || text[close] != ')') return 0;
  auto inside = text.substr(1, close - 1);
  if (!is_ascii_digit(inside.back())) inside.remove_suffix(1);  // 2019a
  const size_t comma = inside.rfind(", ");
  if (comma == std::string_view::npos || inside.size() != comma + 2 + kYear) return 0;
  return std::ranges::all_of(inside.substr(comma + 2), is_ascii_digit) ? close + 1 : 0;
}

size_t unit_size(std::string_view text) {
  const size_t space = space_size(text);
  if (space == 0) return 0;
  const auto rest = text.substr(space);
  const size_t unit = std::max(listed_size(rest, kUnitNames), listed_size(rest, kCurrencyCodes));
  return unit == 0 ? 0 : space + unit;
}

}  // namespace regard::text
