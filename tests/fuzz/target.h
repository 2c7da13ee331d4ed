#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// The target of a fuzzing program. Each tests/fuzz/*_fuzz.cpp defines the first three functions.
namespace regard::fuzz {

/// Initial inputs: valid ones, and invalid ones that a reader rejects for one reason each.
std::vector<std::string> seeds();

/// Reads an arbitrary input. A reader throws regard::Error for an invalid one; any other exception
/// and anything that a sanitizer finds is a bug.
void try_input(std::string_view input);

/// Optional: corrects the lengths and checksums of `after` that one change to `before` invalidated.
/// Most inputs pass through it, so that changes reach the code behind such checks. The default
/// returns `after`.
std::string repaired(const std::string& before, std::string after);

/// Tries an input, and aborts with one line on standard error if it finds a bug.
void check_input(std::string_view input);

/// Writes the seeds to a folder, each under a name derived from its content.
void write_seeds(const std::filesystem::path& folder);

}  // namespace regard::fuzz
