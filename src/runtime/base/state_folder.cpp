#include "base/state_folder.h"

#include <cstdlib>

namespace regard {

std::filesystem::path state_folder() {
  namespace fs = std::filesystem;
  const auto folder_in = [](const char* name) {
    const char* value = std::getenv(name);
    const fs::path folder = value == nullptr ? "" : value;
    return folder.is_absolute() ? folder : fs::path();  // as the XDG specification has it
  };
  if (const auto state = folder_in("XDG_STATE_HOME"); !state.empty()) return state / "regard";
  if (const auto home = folder_in("HOME"); !home.empty()) return home / ".local/state/regard";
  return {};
}

}  // namespace regard
