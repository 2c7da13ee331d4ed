#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "draw/picture.h"
#include "words/language.h"

namespace regard::figures {

using words::Language;

/// The text about a figure in one language.
struct FigureText {
  std::string_view section;   ///< section in that edition of Dive into Deep Learning: "11.3"
  std::string_view title;     ///< title on the page
  std::string_view sentence;  ///< description of what the figure shows
};

/// A picture of one idea. Its numbers are computed when it is drawn.
struct Figure {
  std::string_view name;  ///< used for its file and on the command line
  FigureText english;
  FigureText chinese;
  draw::Picture (*picture)();
  int seconds = 0;  ///< approximate drawing time on one core; 0: a few seconds

  const FigureText& text(Language language) const {
    return language == Language::zh ? chinese : english;
  }
};

/// All figures, in the order of the book.
std::span<const Figure> figures();

/// Draws a figure in a language, with the same random numbers each time.
draw::Picture picture_of(const Figure& figure, Language language = Language::en);

/// A message such as "drawing 2 figures, which takes about 2 min: sentence-length 106 s"; empty if
/// no figure takes long.
std::string what_takes_long(const std::vector<const Figure*>& chosen);

/// Draws the figures with these names, or all if there are none, as directory/NAME.svg, then
/// directory/index.html, which shows every figure in the directory. A figure uses the same random
/// numbers each time, regardless of the others. Throws Error for an unknown name.
void write_figures(const std::filesystem::path& directory, const std::vector<std::string>& names,
                   Language language = Language::en);

/// The lines of data/NAME, the project's own sentences, in the current folder. Throws Error if they
/// are missing.
std::vector<std::string> project_lines(const std::string& name);

}  // namespace regard::figures
