#pragma once
#include "cli/program.h"

namespace regard::cli {

/// regard-libtorch, which has all commands.
Program training_program();

}  // namespace regard::cli
