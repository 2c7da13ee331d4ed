#pragma once
#include <string>
#include <string_view>

#include "config/data_options.h"

namespace regard::text {

using config::Preprocess;

/// A line as the tokenizer reads it, in training and translation. none: as it is.
/// d2l 10.5, `_preprocess`: no-break spaces (U+00A0, U+202F) become spaces, letters become lower
/// case, and each of , . ! ? gets a space before it, unless one is there or it starts the line.
std::string preprocess(std::string_view line, Preprocess how);

}  // namespace regard::text
