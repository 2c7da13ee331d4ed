#pragma once
#include <filesystem>
#include <string>

namespace regard {

/// Throws the Error for a file whose open() failed with `error`. `remedy`: advice if the file does
/// not exist; empty: check the path.
[[noreturn]] void fail_to_open(const std::filesystem::path& path, int error,
                               const std::string& remedy = {});

/// Throws the Error of fail_to_open() if a file is missing or not readable; "-" is standard input.
void check_may_be_read(const std::string& path);

}  // namespace regard
