#pragma once
#include <span>

namespace regard::cli {

/// Whether a command, its name first, computes with LibTorch's threads: not the translation that
/// the engine does, which has its own and would pay 0.2 s for the restart.
bool computes_with_libtorch(std::span<char* const> arguments);

/// Restarts this program, with the same arguments, in an environment in which the threads of
/// libgomp, LibTorch's, go to sleep early while they wait for each other. By default they spin
/// 300,000 turns first, and next to another program take the time of the thread they wait for: two
/// threads on two cores, one of them shared with an endless loop, train on 3,500 tokens per second
/// instead of 5,500 (docs/performance.md). libgomp reads its environment before main() begins,
/// hence the restart. Returns if the environment already says how to wait (GOMP_SPINCOUNT or
/// OMP_WAIT_POLICY), as it does after the restart, or if the program cannot be started. Call it
/// first in main().
void restart_with_short_waits(char** arguments);

}  // namespace regard::cli
