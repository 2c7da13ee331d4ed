#pragma once
#include <string>
#include <string_view>

namespace regard::text {

/// The plural of a singular noun or adjective, according to the rules of French ("fr") or, for any
/// other language, English, with the usual exceptions: "cheval", "chevaux"; "city", "cities". An
/// abbreviation in capitals gets an "s" in English and is unchanged in French.
std::string plural_of(std::string_view word, std::string_view language);

}  // namespace regard::text
