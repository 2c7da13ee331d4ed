#pragma once
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "figures/figures.h"

namespace regard::book {

/// A text as code in HTML.
std::string code(std::string_view text);
/// The path of a file as code; a line may end after "/" and "_".
std::string path_code(std::string_view path);

/// Pictures of the site, each drawn once. Calls `report` with the name of a picture before drawing.
class Gallery {
 public:
  Gallery(words::Language language, std::function<void(const std::string&)> report)
      : language_(language), report_(std::move(report)) {}

  /// The content of a figure cell as HTML: a picture; or the command that draws it, if its config
  /// is missing; or an empty string for a command that draws nothing. If drawing fails, a note says
  /// why, and the next call tries again.
  std::string html(const std::string& cell);
  /// The title of a figure or of a drawing that html() has drawn.
  std::string title(const std::string& cell) const;

 private:
  std::string made(const std::string& cell);
  std::string drawn(const figures::Figure& figure);
  std::string drawing_of_config(const std::string& command);
  std::string drawing(const std::string& name, const std::string& command);
  /// A command that draws in the language of the site.
  std::string in_language(const std::string& command) const;
  /// The command of a drawing, in the language of the site. Also stores the title.
  std::string caption_of(const std::string& title, const std::string& command);

  words::Language language_;
  std::function<void(const std::string&)> report_;
  std::map<std::string, std::string> drawn_;
  std::map<std::string, std::string> titles_;  ///< titles of drawings, by command
};

}  // namespace regard::book
