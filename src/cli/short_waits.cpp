#include "short_waits.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace regard::cli {

void restart_with_short_waits(char** arguments) {
  // What libgomp itself takes where it knows of more threads than cores.
  constexpr const char* kTurns = "1000";
  if (std::getenv("GOMP_SPINCOUNT") != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  std::error_code unreadable;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", unreadable);
  if (unreadable) return;
  ::setenv("GOMP_SPINCOUNT", kTurns, 1);
  ::execv(program.c_str(), arguments);  // returns only where it fails
}

}  // namespace regard::cli
