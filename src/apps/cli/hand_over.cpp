#include "cli/hand_over.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/child_process.h"
#include "base/regular_file.h"

namespace regard::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgramWithLibtorch = "regard-libtorch";

/// Threads of LibTorch that wait for each other use up their core while they spin. As few turns as
/// libgomp takes where there are more threads than cores cost a training nothing, and save it half
/// of its time beside another program (docs/performance.md).
void set_short_waits() {
  constexpr const char* kTurns = "1000";
  if (std::getenv("GOMP_SPINCOUNT") != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  ::setenv("GOMP_SPINCOUNT", kTurns, 1);
}

}  // namespace

std::string program_with_libtorch() {
  const fs::path own = own_program();
  if (own.empty() || own.filename() == kProgramWithLibtorch) return "";
  for (const auto& path :
       {own.parent_path() / kProgramWithLibtorch,
        own.parent_path().parent_path() / "libexec/regard" / kProgramWithLibtorch}) {
    if (is_there(path)) return path.string();
  }
  return "";
}

void hand_over(char** arguments) {
  const auto program = program_with_libtorch();
  if (program.empty()) return;
  set_short_waits();
  ::execv(program.c_str(), arguments);  // returns only on failure
}

}  // namespace regard::cli
