#pragma once

// Included once in a program, next to its main().

#ifdef REGARD_JEMALLOC
/// jemalloc reads its settings from this symbol. Memory that a step frees is kept for the next one;
/// returned, every page of it would be faulted in again. What no step has used for five seconds is
/// offered to the system (muzzy: MADV_FREE), which takes it when it needs some. This matters: if
/// memory is only kept, each saved state allocates its large blocks again, and a training of 9,000
/// steps grew to 23 GiB (docs/trials.md). One arena and no special one for large blocks, since
/// tensors are large and made by one thread.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "dirty_decay_ms:5000,muzzy_decay_ms:-1,narenas:1,oversize_threshold:0";
}
#endif
