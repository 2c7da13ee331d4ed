#pragma once
#include <string>

namespace regard::cli {

/// regard is two programs: one that starts at once, without LibTorch, and regard-libtorch, which
/// has all commands. The first runs the other where that is needed.

/// The path of regard-libtorch, in the folder of the running program or in the installation's
/// libexec/regard; empty if it is not there, or if the running program is it.
std::string program_with_libtorch();

/// Becomes regard-libtorch, with the same arguments, if it is there.
void hand_over(char** arguments);

}  // namespace regard::cli
