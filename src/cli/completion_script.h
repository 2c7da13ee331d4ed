#pragma once
#include <array>
#include <string>

#include "grammar.h"

namespace regard::cli {

enum class Shell { bash, zsh, fish };
constexpr auto names_of(Shell) { return std::array{"bash", "zsh", "fish"}; }

/// A script by which a shell completes commands, options and values of `program`. It asks the
/// program nothing, so that it is as fast as the shell itself.
std::string completion_script(Shell shell, const Grammar& program);

}  // namespace regard::cli
