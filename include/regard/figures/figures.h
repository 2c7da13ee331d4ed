#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "regard/draw/picture.h"

namespace regard::figures {

/// A picture of one idea, drawn from numbers that are computed when it is asked for.
struct Figure {
  std::string name;      ///< of its file, and on the command line
  std::string title;     ///< on the page
  std::string sentence;  ///< what there is to see
  std::function<draw::Picture()> picture;
};

/// Every figure, in the order of the page.
const std::vector<Figure>& figures();

/// Draws the figures of these names, all if there are none, as directory/NAME.svg, then
/// directory/index.html, which shows all that the directory holds. Every figure has the same random
/// numbers each time, whichever are drawn with it. Throws Error for a name that is none.
void write_figures(const std::filesystem::path& directory, const std::vector<std::string>& names);

}  // namespace regard::figures
