#pragma once
#include <cstddef>

namespace regard::serve {

/// Bytes that the requests in progress may take: half of what this process may still allocate under
/// its address-space limit, its control group and the machine's memory, and at most
/// bounds::kAllRequestBytes.
size_t memory_for_requests();

/// The number of threads that answer requests, at most `wanted`: under a limit of address space
/// (ulimit -v), their stacks get a quarter of the remaining space.
size_t threads_for_requests(size_t wanted);

/// Whether this much address space is available now.
bool has_address_space(size_t bytes);

/// Under a limit of address space, lets threads share the arenas of malloc, each of which reserves
/// 64 MiB.
void save_address_space();

/// Returns free memory that malloc keeps to the system, if it is 64 MiB or more.
void give_back_free_memory();

}  // namespace regard::serve
