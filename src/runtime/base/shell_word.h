#pragma once
#include <string>
#include <string_view>

namespace regard {

/// A text as one word of a command of the shell: in quotes unless it needs none. For commands that
/// messages advise.
std::string shell_word(std::string_view text);

}  // namespace regard
