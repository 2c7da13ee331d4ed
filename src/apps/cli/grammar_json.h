#pragma once
#include <string>
#include <string_view>

#include "cli/grammar.h"

namespace regard::cli {

/// A grammar as text. regard-libtorch writes that of its commands when it is built, and the program
/// without LibTorch, which cannot declare them, prints their --help from it.
std::string grammar_json(const Grammar& grammar);
Grammar grammar_of_json(std::string_view json);

}  // namespace regard::cli
