#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace regard {

/// A name for a file that is written beside another and then takes its place, as no other process
/// or call gives it: "NAME.tmp-PROCESS-NUMBER".
std::filesystem::path temporary_beside(const std::filesystem::path& path);

/// The name of the file that one of that name was to replace; nothing if it is no such name.
std::optional<std::string> replaced_by(const std::string& temporary);

}  // namespace regard
