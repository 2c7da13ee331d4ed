#include "short_waits.h"

#include <unistd.h>

#include <cstdlib>

#include "regard/base/child_process.h"

namespace regard::cli {

void restart_with_short_waits(char** arguments) {
  // libgomp's own choice when there are more threads than cores.
  constexpr const char* kTurns = "1000";
  if (std::getenv("GOMP_SPINCOUNT") != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  ::setenv("GOMP_SPINCOUNT", kTurns, 1);
  ::execv(own_program().c_str(), arguments);  // returns only on failure
}

}  // namespace regard::cli
