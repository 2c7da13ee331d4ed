#pragma once
#include "cli/program.h"

namespace regard::cli {

/// `regard`, which starts at once: all that needs no LibTorch.
Program runtime_program();

}  // namespace regard::cli
