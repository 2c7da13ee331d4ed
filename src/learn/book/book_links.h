#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::book {

/// Whether a text, "d2l 11.3.2; Britz et al. (2017)", names a section, "11.3", or a part of it.
bool has_section(std::string_view text, std::string_view section);

/// What docs/study.md says of a claim, by its title: "holds"; empty: nothing.
std::string verdict_of(std::string_view study, std::string_view title);

/// The headings of those exercises of docs/exercises.md whose text names d2l's section.
std::vector<std::string> exercises_about(std::string_view exercises, std::string_view section);

}  // namespace regard::book
