#pragma once
#include <string>
#include <string_view>

namespace regard::text {

/// What is done to a line before the tokenizer sees it, in training and in translation alike
/// (`data.preprocess`).
enum class Preprocess { none, d2l };

/// `name` is "none" or "d2l". Throws Error for another.
Preprocess preprocess_named(std::string_view name);

/// d2l 10.5, `_preprocess`: no-break spaces (U+00A0, U+202F) become spaces, letters lower case, and
/// each of , . ! ? that does not begin the line or follow a space gets one before it.
std::string preprocess(std::string_view line, Preprocess how);

}  // namespace regard::text
