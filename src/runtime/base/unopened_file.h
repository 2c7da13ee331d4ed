#pragma once
#include <filesystem>
#include <string>

namespace regard {

/// Throws Error for a file that open() refused with this errno. `remedy`: for one that is not
/// there; empty: to check the path.
[[noreturn]] void fail_to_open(const std::filesystem::path& path, int error,
                               const std::string& remedy = {});

/// Throws the same for a file that is not there or may not be read; "-" is standard input.
void check_may_be_read(const std::string& path);

}  // namespace regard
