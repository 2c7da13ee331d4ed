#pragma once

// Included once in a program, next to its main().

#ifdef REGARD_JEMALLOC
/// jemalloc reads its settings from this symbol. Memory that a step frees is kept for the next one,
/// because every returned page would have to be faulted in again. Pages unused for five seconds are
/// offered to the system (muzzy: MADV_FREE), which takes them back when it needs memory. Without
/// that, each saved state allocates its large blocks again, and a run of 9,000 steps grew to 23 GiB
/// (docs/trials.md). There is one arena, also for large blocks, because one thread makes the
/// tensors, which are large.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "dirty_decay_ms:5000,muzzy_decay_ms:-1,narenas:1,oversize_threshold:0";
}
#endif
