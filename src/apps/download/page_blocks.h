#pragma once
#include <string>
#include <vector>

#include "download/layouts.h"

namespace regard::download {

/// A self-contained piece of a page: a heading, or what the page's format calls it.
struct PageBlock {
  std::string kind;
  std::string text;
};

inline constexpr auto kHeading = "heading";

/// The blocks of two pages that translate each other. Translations lag behind: if a section, which
/// begins with a heading, has different blocks, only the heading is taken; if a page has different
/// sections, nothing is. A block without text has no translation.
Texts pairs_of_blocks(const std::vector<PageBlock>& english, const std::vector<PageBlock>& french);

}  // namespace regard::download
