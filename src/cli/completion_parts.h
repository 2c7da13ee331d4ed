#pragma once
#include <string>
#include <vector>

#include "grammar.h"
#include "values.h"

namespace regard::cli {

/// What the scripts of all shells are made of; completion_bash.cpp, completion_zsh.cpp and
/// completion_fish.cpp use it.

std::string bash_completion(const Grammar& program);
std::string zsh_completion(const Grammar& program);
std::string fish_completion(const Grammar& program);

/// The last word of its name: "train".
std::string short_name(const Grammar& grammar);
std::vector<std::string> short_names(const std::vector<Grammar>& commands);

/// The first line of a script, a comment.
std::string first_comment(const std::string& shell);

/// What can stand for it; nothing for a flag.
Values values_of(const Argument& argument);

/// Its first sentence, without the full stop.
std::string brief(const std::string& sentence);

/// In single quotes, as bash and zsh read them.
std::string quoted(const std::string& text);

}  // namespace regard::cli
