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
  double confidence = 0;  ///< 0 to 1; above 0.9 for a sentence, 0: nothing was recognized
};

/// Tells the language of a text. Called from several threads at once.
using LanguageOf = std::function<LanguageGuess(std::string_view text)>;

enum class Side { source, target };
inline constexpr std::array kSides = {Side::source, Side::target};
constexpr auto names_of(Side) { return std::array{"source", "target"}; }

/// A pair that is checked, and what several checks want to know about it, each computed once.
class Subject {
 public:
  explicit Subject(const LanguageOf& language_of) : language_of_(language_of) {}

  /// Takes the pair that `pair` holds now.
  void begin() {
    guesses_ = {};
    is_duplicate = false;
    is_out = false;
    alignment.reset();
    shift = 0;
  }

  std::string& text(Side side) { return side == Side::source ? pair.source : pair.target; }
  const LanguageGuess& language(Side side);
  /// Exchanges the sides.
  void turn_round();

  bitext::Pair pair;
  bool is_duplicate = false;             ///< the pair was seen before
  bool is_out = false;                   ///< no further check looks at it
  std::optional<double> alignment = {};  ///< how well its words translate each other, if computed
  int64_t shift = 0;  ///< by how many lines its target stands later than the source

 private:
  const LanguageOf& language_of_;
  std::array<std::optional<LanguageGuess>, 2> guesses_;
};

/// Removes blanks at the ends; tabs and ends of lines within become a space.
void tidy(std::string& text);

/// Letters and digits of a text in lower case, each digit as 0: equal for texts that differ in
/// case, marks, spaces and digits alone.
std::string essence(std::string_view text);

}  // namespace regard::findings
