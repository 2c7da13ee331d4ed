#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "regard/draw/picture.h"

namespace regard::figures {

/// A picture of one idea. Its numbers are computed when it is drawn.
struct Figure {
  std::string_view name;      ///< of its file, and on the command line
  std::string_view title;     ///< on the page
  std::string_view sentence;  ///< what there is to see
  draw::Picture (*picture)();
  int seconds = 0;  ///< that drawing takes, roughly, on one core; 0: a few
};

/// Every figure, in the order of the page.
std::span<const Figure> figures();

/// "drawing 2 figures, which takes about 2 min: sentence-length 106 s", if any takes long; else
/// empty.
std::string what_takes_long(const std::vector<const Figure*>& chosen);

/// Draws the figures of these names, all if there are none, as directory/NAME.svg, then
/// directory/index.html, which shows every figure in the directory. A figure has the same random
/// numbers each time, whichever others are drawn. Throws Error for an unknown name.
void write_figures(const std::filesystem::path& directory, const std::vector<std::string>& names);

}  // namespace regard::figures
