#pragma once
#include <string>
#include <string_view>
#include <vector>

/// What a fuzzing program (driver.cpp) tries: each tests/fuzz/*_fuzz.cpp defines these.
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

}  // namespace regard::fuzz
