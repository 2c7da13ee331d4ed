#pragma once
#include <string>
#include <vector>

#include "download/layouts.h"

namespace regard::download {

/// A self-contained piece of a page; `kind` is kHeading or a name from the page's format.
struct PageBlock {
  std::string kind;
  std::string text;
};

inline constexpr auto kHeading = "heading";

/// The pairs of corresponding blocks of two pages. Translations lag behind: if a section, which
/// begins with a heading, has different blocks, only its heading is used; if a page has different
/// sections, nothing is. A block without text has no translation.
Texts pairs_of_blocks(const std::vector<PageBlock>& english, const std::vector<PageBlock>& french);

}  // namespace regard::download
