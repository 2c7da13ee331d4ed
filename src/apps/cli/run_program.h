#pragma once
#include "cli/program.h"

namespace regard::cli {

/// regard COMMAND [ARGUMENTS]: finds the command, parses its arguments, runs it. Becomes
/// regard-libtorch where that is needed and there. Returns the exit code.
int run_program(const Program& program, int argc, char** argv);

}  // namespace regard::cli
