#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "bitext/pair_reader.h"

namespace regard::findings {

struct LanguageGuess {
  std::string language;   ///< "fr"
  double confidence = 0;  ///< 0 to 1; above 0.9 for a typical sentence; 0: not recognized
};

/// Detects the language of a text. Must be thread-safe.
using LanguageOf = std::function<LanguageGuess(std::string_view text)>;

enum class Side { source, target };
inline constexpr std::array kSides = {Side::source, Side::target};
constexpr auto names_of(Side) { return std::array{"source", "target"}; }

/// A pair to check, with properties that several checks need, each computed once.
class Subject {
 public:
  explicit Subject(const LanguageOf& language_of) : language_of_(language_of) {}

  /// Resets the properties for the pair now in `pair`.
  void begin() {
    guesses_ = {};
    is_duplicate = false;
    is_out = false;
    alignment.reset();
    shift = 0;
  }

  std::string& text(Side side) { return side == Side::source ? pair.source : pair.target; }
  const LanguageGuess& language(Side side);
  /// Exchanges the pair's sides.
  void turn_round();

  bitext::Pair pair;
  bool is_duplicate = false;             ///< an equal pair came before
  bool is_out = false;                   ///< no further check looks at this pair
  std::optional<double> alignment = {};  ///< score of the pair's word alignment, if computed
  int64_t shift = 0;                     ///< number of lines by which the target is late

 private:
  const LanguageOf& language_of_;
  std::array<std::optional<LanguageGuess>, 2> guesses_;
};

/// Trims blanks at the ends; tabs and line ends inside become spaces.
void tidy(std::string& text);

/// The lowercase letters and digits of a text, with each digit as 0: equal for texts that differ
/// only in case, punctuation, spaces and digits.
std::string essence(std::string_view text);

}  // namespace regard::findings
