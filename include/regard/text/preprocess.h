#pragma once
#include <string>
#include <string_view>

namespace regard::text {

/// Preparation of a line before the tokenizer, the same in training and translation
/// (`data.preprocess`).
enum class Preprocess { none, d2l };

/// `name` is "none" or "d2l". Throws Error for any other.
Preprocess preprocess_named(std::string_view name);

/// d2l 10.5, `_preprocess`: no-break spaces (U+00A0, U+202F) become spaces, letters become lower
/// case, and each of , . ! ? gets a space before it, unless one is there or it starts the line.
std::string preprocess(std::string_view line, Preprocess how);

}  // namespace regard::text
