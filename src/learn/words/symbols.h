#pragma once
#include <string>

/// The symbols of recurrent layers in Dive into Deep Learning (9.4, 10.1, 10.2), as drawings and
/// explanations show them. A test compares them with the formulas of docs/book.md.
namespace regard::words {

/// A gate, a candidate or a state. The gate R is computed from X_t W_xr + H_{t−1} W_hr + b_r.
struct Symbol {
  const char* name;    ///< "reset gate"
  const char* letter;  ///< "R"; with a combining tilde for a candidate
  const char* index;   ///< index of its weights and its bias: "r"

  std::string title() const { return std::string(name) + ' ' + letter; }
  std::string of_input() const { return std::string("W_x") + index; }
  std::string of_state() const { return std::string("W_h") + index; }
  std::string bias() const { return std::string("b_") + index; }
};

namespace symbols {
inline constexpr Symbol kState{"state", "H", "h"}, kReset{"reset gate", "R", "r"},
    kUpdate{"update gate", "Z", "z"}, kNewState{"candidate", "H\u0303", "h"},
    kIn{"input gate", "I", "i"}, kForget{"forget gate", "F", "f"}, kOut{"output gate", "O", "o"},
    kNewCell{"candidate", "C\u0303", "c"}, kCell{"cell", "C", "c"};
inline constexpr Symbol kOutput{"output", "O", "q"};
inline constexpr const char* kX = "X";  ///< the input
}  // namespace symbols

/// A letter at this step or at the step before: "Hₜ", "Hₜ₋₁".
inline std::string at_step(const std::string& letter) { return letter + "ₜ"; }
inline std::string before_step(const std::string& letter) { return letter + "ₜ₋₁"; }

/// The sum from which a symbol is computed: "Xₜ W_xr + Hₜ₋₁ W_hr + b_r".
inline std::string sum_of(const Symbol& symbol) {
  return at_step(symbols::kX) + ' ' + symbol.of_input() + " + " +
         before_step(symbols::kState.letter) + ' ' + symbol.of_state() + " + " + symbol.bias();
}

}  // namespace regard::words
