#include "serve/memory_limits.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>

#include "base/machine.h"
#include "serve/limits.h"

namespace regard::serve {
namespace {

/// The address space that is left; nullopt without a limit.
std::optional<size_t> address_space_left() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const size_t taken = pages * static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  const auto all = static_cast<size_t>(limit.rlim_cur);
  return all - std::min(all, taken);
}

size_t bytes_of_stack() {
  constexpr size_t kUsual = size_t{8} << 20U;
  rlimit limit{};
  const bool is_known = ::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return is_known ? std::max<size_t>(limit.rlim_cur, 1) : kUsual;
}

}  // namespace

size_t memory_for_requests() {
  size_t most = 2 * bounds::kAllRequestBytes;
  if (const auto available = available_memory(); available > 0) {
    most = std::min(most, static_cast<size_t>(available));
  }
  if (const auto left = address_space_left()) most = std::min(most, *left);
  return most / 2;
}

size_t threads_for_requests(size_t wanted) {
  const auto left = address_space_left();
  if (!left) return wanted;
  return std::clamp<size_t>(*left / 4 / bytes_of_stack(), 1, wanted);
}

bool has_address_space(size_t bytes) {
  void* found =
      ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (found == MAP_FAILED) return false;
  ::munmap(found, bytes);
  return true;
}

void save_address_space() {
#ifdef M_ARENA_MAX  // defined by glibc
  if (address_space_left()) ::mallopt(M_ARENA_MAX, 1);
#endif
}

void give_back_free_memory() {
#ifdef __GLIBC__
  constexpr size_t kWorthIt = size_t{64} << 20U;  // less will be reused soon
  if (::mallinfo2().fordblks >= kWorthIt) ::malloc_trim(0);
#endif
}

}  // namespace regard::serve
