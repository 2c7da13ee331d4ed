#include "short_waits.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "regard/base/child_process.h"

namespace regard::cli {
namespace {

constexpr std::string_view kCommands[] = {"train",   "eval",      "generate", "score",
                                          "compare", "attention", "figures",  "average"};
/// What only the modules do.
constexpr std::string_view kOfTranslate[] = {"--sample",    "--least-risk", "--alignment",
                                             "--attention", "--prefix",     "--alternatives",
                                             "--glossary",  "--groups",     "--format"};

}  // namespace

bool computes_with_libtorch(std::span<char* const> arguments) {
  if (arguments.empty()) return false;
  const std::string_view command = arguments.front();
  if (command != "translate") return std::ranges::find(kCommands, command) != std::end(kCommands);
  return std::ranges::any_of(arguments.subspan(1), [](std::string_view argument) {
    return std::ranges::find(kOfTranslate, argument.substr(0, argument.find('='))) !=
           std::end(kOfTranslate);
  });
}

void restart_with_short_waits(char** arguments) {
  // libgomp's own choice when there are more threads than cores.
  constexpr const char* kTurns = "1000";
  if (std::getenv("GOMP_SPINCOUNT") != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  ::setenv("GOMP_SPINCOUNT", kTurns, 1);
  ::execv(own_program().c_str(), arguments);  // returns only on failure
}

}  // namespace regard::cli
