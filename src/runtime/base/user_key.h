#pragma once
#include <string>

namespace regard {

/// A secret of the user on this machine, 64 hexadecimal digits in regard/key of the folder
/// $XDG_STATE_HOME or ~/.local/state, which nobody else can read. Empty if there is none yet.
std::string user_key();

/// The same, made if there is none. Empty where it cannot be kept.
std::string user_key_or_new();

}  // namespace regard
