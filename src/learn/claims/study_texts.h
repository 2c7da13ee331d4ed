#pragma once
#include <string>
#include <vector>

#include "claims/study.h"
#include "draw/picture.h"

namespace regard::claims {

// What the page and the Markdown both say.

inline constexpr auto kStudyTitle = "What the book claims, tried";

/// What the page is, how often and how long was measured, and how to read it; a paragraph each.
std::vector<std::string> introduction(const std::vector<Finding>& findings);

/// A line of a claim's table.
struct CheckTexts {
  std::string statement;
  std::string quantity;
  std::string measured;  ///< "0.12 [0.08, 0.16]"
  std::string bounds;    ///< "above 0"
  std::string answer;    ///< "yes", "no" or "open"
};
std::vector<CheckTexts> check_texts(const Finding& finding);

/// "5 seeds, 12 s".
std::string effort_text(const Finding& finding);

draw::Picture charts_of(const Finding& finding);

}  // namespace regard::claims
