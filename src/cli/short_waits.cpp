#include "short_waits.h"

#include <unistd.h>

#include <cstdlib>

#include "regard/base/child_process.h"

namespace regard::cli {

void restart_with_short_waits(char** arguments) {
  // What libgomp itself takes where it knows of more threads than cores.
  constexpr const char* kTurns = "1000";
  if (std::getenv("GOMP_SPINCOUNT") != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  ::setenv("GOMP_SPINCOUNT", kTurns, 1);
  ::execv(own_program().c_str(), arguments);  // returns only where it fails
}

}  // namespace regard::cli
