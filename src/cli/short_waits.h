#pragma once

namespace regard::cli {

/// Begins this program anew, with the same arguments, in an environment in which the threads of
/// libgomp, LibTorch's, sleep soon while they wait for each other. As it comes they turn 300,000
/// times first, and beside another program they so take the time of the thread that they wait for:
/// two threads on two cores, one of them shared with an endless loop, train on 3,500 tokens a
/// second in place of 5,500 (docs/performance.md). libgomp reads its environment before main()
/// begins, hence anew. Returns where the environment already says how to wait (GOMP_SPINCOUNT or
/// OMP_WAIT_POLICY), as it does the second time, or where the program cannot be started. To be
/// called first in main().
void restart_with_short_waits(char** arguments);

}  // namespace regard::cli
