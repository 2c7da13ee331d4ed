#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// What a fuzzing program tries. Each tests/fuzz/*_fuzz.cpp defines the first three functions.
namespace regard::fuzz {

/// Inputs to begin with: whole and good ones, and such as a reader refuses for one reason each.
std::vector<std::string> seeds();

/// Reads an input, which may be anything. regard::Error is what a reader says of a bad one;
/// whatever else it throws, or a sanitizer finds, is a bug.
void try_input(std::string_view input);

/// Optional: `after`, which `before` became by one change, with the lengths and checksums that the
/// change made wrong put right. Most inputs pass through it, so the changes reach what stands
/// behind such a check. A target without it gets a function that returns `after`.
std::string repaired(const std::string& before, std::string after);

/// Tries an input, and aborts with one line on standard error where it finds a bug.
void check_input(std::string_view input);

/// Writes the seeds to a folder, each under a name that follows from its content.
void write_seeds(const std::filesystem::path& folder);

}  // namespace regard::fuzz
