#pragma once
#include <memory>
#include <string>

#include "cli/translation_input.h"

namespace regard::cli {

/// Whether standard input, output and error are all terminals: someone types and reads the answers.
bool is_at_terminal();

/// What a user types, a line at a time, after a prompt that names the source language of the model
/// in this directory. Says at once how to end. Blank lines are left out. `next` throws Interrupted
/// after Ctrl-C on an empty line.
std::unique_ptr<Blocks> typed_lines(const std::string& model);

}  // namespace regard::cli
