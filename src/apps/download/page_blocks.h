#pragma once
#include <string>
#include <vector>

#include "download/layouts.h"

namespace regard::download {

/// A piece of a page that stands by itself: a heading, or what the page's format calls it.
struct PageBlock {
  std::string kind;
  std::string text;
};

inline constexpr auto kHeading = "heading";

/// The blocks of two pages that translate each other. Translations lag behind: of a section, which
/// begins with a heading, that has other blocks, only the heading is taken, and of a page with
/// other sections, nothing. A block without text has no translation.
Texts pairs_of_blocks(const std::vector<PageBlock>& english, const std::vector<PageBlock>& french);

}  // namespace regard::download
