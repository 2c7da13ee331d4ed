#pragma once
#include <string>

#include "cli/grammar.h"

namespace regard::cli {

/// What --help prints, in lines of at most 80 characters unless a word is longer: what the command
/// does, examples, usage, arguments, options by group, commands.
std::string help_text(const Grammar& grammar);

/// The same of the whole program, whose commands are those of `program`.
std::string program_help(const Grammar& program);

}  // namespace regard::cli
