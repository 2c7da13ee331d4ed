#pragma once
#include <cstddef>

namespace regard::serve {

/// Bytes that the requests in progress may take: half of what this process may still allocate, by
/// its limit of address space, its control group and the machine, and at most
/// bounds::kAllRequestBytes.
size_t memory_for_requests();

/// The number of threads that answer requests, at most `wanted`: under a limit of address space
/// (ulimit -v), their stacks get a quarter of what is left.
size_t threads_for_requests(size_t wanted);

/// Whether so much address space can be had at this moment.
bool has_address_space(size_t bytes);

/// Under a limit of address space, lets threads share the arenas of malloc, each of which reserves
/// 64 MiB.
void save_address_space();

/// Returns the memory that malloc keeps for later to the system, if it is 64 MiB or more.
void give_back_free_memory();

}  // namespace regard::serve
