#include "book/book_gallery.h"

#include <algorithm>

#include "base/files.h"
#include "book/text_html.h"
#include "diagrams/config_drawing.h"
#include "diagrams/diagram.h"
#include "draw/picture.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::book {
namespace {

using draw::escape;

std::string in_frame(const std::string& svg, const std::string& caption) {
  return str("<figure>\n<div class=\"scroll\" tabindex=\"0\">", svg, "</div>\n<figcaption>",
             caption, "</figcaption>\n</figure>\n");
}

}  // namespace

std::string code(std::string_view text) { return str("<code>", escape(text), "</code>"); }

std::string path_code(std::string_view path) {
  std::string html;
  for (const char letter : escape(path)) {
    html += letter;
    if (letter == '/' || letter == '_') html += "<wbr/>";
  }
  return str("<code>", html, "</code>");
}

std::string Gallery::html(const std::string& cell) {
  if (const auto drawn = drawn_.find(cell); drawn != drawn_.end()) return drawn->second;
  try {
    return drawn_.emplace(cell, made(cell)).first->second;
  } catch (const Error& error) {
    const draw::DrawnIn drawn_in(words::phrases_of(language_));
    const auto why =
        str(error.where(), error.where().empty() ? "" : ": ", draw::drawn_text(error.problem()),
            error.remedy().empty() ? "" : draw::drawn_text("; "), draw::drawn_text(error.remedy()));
    return str("<p class=\"note\"><b>", escape(title(cell)), draw::drawn_text(". "), "</b>",
               escape(draw::drawn_text("This figure could not be drawn: {}", {why})), "</p>\n");
  }
}

std::string Gallery::made(const std::string& cell) {
  const draw::DrawnIn drawn_in(words::phrases_of(language_));
  constexpr std::string_view kIdea = "regard draw --part ", kConfig = "regard draw configs/";
  if (cell.starts_with(kIdea)) return drawing(cell.substr(kIdea.size()), cell);
  if (cell.starts_with(kConfig)) return drawing_of_config(cell);
  for (const auto& figure : figures::figures()) {
    if (figure.name == cell) return drawn(figure);
  }
  return {};  // a command without a picture, which the page lists as something to try
}

std::string Gallery::title(const std::string& cell) const {
  for (const auto& figure : figures::figures()) {
    if (figure.name == cell) return std::string(figure.text(language_).title);
  }
  const auto drawing = titles_.find(cell);
  return drawing == titles_.end() ? in_language(cell) : drawing->second;
}

std::string Gallery::in_language(const std::string& command) const {
  return language_ == words::Language::en ? command : command + " --lang zh";
}

std::string Gallery::drawn(const figures::Figure& figure) {
  report_(std::string(figure.name));
  const auto& text = figure.text(language_);
  const auto description = str(text.title, draw::drawn_text(". "), text.sentence);
  const auto svg = figures::picture_of(figure, language_).svg(description);
  const bool has_title = svg.find(str('>', escape(text.title), "</text>")) != std::string::npos;
  const auto title = str("<b>", escape(text.title), draw::drawn_text(". "), "</b>");
  return in_frame(svg, str(has_title ? "" : title, html_of_text(text.sentence)));
}

std::string Gallery::caption_of(const std::string& title, const std::string& command) {
  titles_[command] = draw::drawn_text(title);
  return code(in_language(command));  // the drawing shows its title
}

/// Draws "regard draw configs/NAME.yaml --part PART". The file exists only in regard's folder.
std::string Gallery::drawing_of_config(const std::string& command) {
  constexpr std::string_view kDraw = "regard draw ", kPart = " --part ";
  const size_t end = std::min(command.find(kPart), command.size());
  const auto config = command.substr(kDraw.size(), end - kDraw.size());
  if (!is_there(config)) return str("<p>", code(in_language(command)), "</p>\n");
  report_(command.substr(kDraw.size()));
  const auto drawn = diagrams::model_of_config(config);
  std::string part;
  if (end < command.size()) {
    part = diagrams::find_part(drawn.module, command.substr(end + kPart.size()));
  }
  const auto diagram = diagrams::diagram(drawn.module, part);
  return in_frame(diagram.picture.svg(
                      str(draw::drawn_text(diagram.title), draw::drawn_text(" of "), drawn.title)),
                  caption_of(diagram.title, command));
}

std::string Gallery::drawing(const std::string& name, const std::string& command) {
  report_(name);
  const auto& idea = diagrams::find_idea(name);
  const auto diagram = diagrams::diagram(idea.module(), std::string(idea.part));
  return in_frame(diagram.picture.svg(draw::drawn_text(diagram.title)),
                  caption_of(diagram.title, command));
}

}  // namespace regard::book
