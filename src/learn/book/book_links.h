#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::book {

/// Whether a text such as "d2l 11.3.2; Britz et al. (2017)" names section "11.3" or a part of it.
bool has_section(std::string_view text, std::string_view section);

/// The verdict, such as "holds", on the claim with this title in docs/study.md or study.zh.md;
/// empty if there is none.
std::string verdict_of(std::string_view study, std::string_view title);

/// Headings of the exercises in docs/exercises.md or exercises.zh.md whose text contains `cited`, a
/// section of the English edition: " 11.6" or, in Chinese, "（英文版11.6".
std::vector<std::string> exercises_about(std::string_view exercises, std::string_view cited);

}  // namespace regard::book
