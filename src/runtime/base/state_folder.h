#pragma once
#include <filesystem>

namespace regard {

/// The folder `regard` in $XDG_STATE_HOME or ~/.local/state, for what outlives a run and belongs to
/// the user. It need not exist. Empty if the environment names no absolute path for it.
std::filesystem::path state_folder();

}  // namespace regard
