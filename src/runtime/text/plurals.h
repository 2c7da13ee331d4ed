#pragma once
#include <string>
#include <string_view>

namespace regard::text {

/// The plural of a noun or adjective in the singular, by the rules of French ("fr") or else of
/// English, and the exceptions that school books list: "cheval", "chevaux"; "city", "cities". An
/// abbreviation in capitals gets an "s" in English and stays in French.
std::string plural_of(std::string_view word, std::string_view language);

}  // namespace regard::text
