#include "diagrams/diagram_page.h"

#include <algorithm>
#include <vector>

#include "diagrams/diagram.h"
#include "draw/page.h"
#include "regard/base/join.h"
#include "regard/base/str.h"

namespace regard::diagrams {
namespace {

// Without a script: the section that the address names is shown, or the last one, which is the
// first part's.
constexpr std::string_view kStyle = R"(
body{max-width:64rem}
section{display:none;break-inside:auto}
section:target,section:last-of-type{display:block}
section:target~section:last-of-type{display:none}
nav{margin:.4rem 0}
nav a,nav b{margin-right:.35rem}
.scroll{overflow-x:auto}
.scroll svg{margin:0 auto;max-width:none!important}
svg a:hover rect:last-of-type,svg a:focus-visible rect:last-of-type{stroke-width:3}
svg a{cursor:zoom-in}
svg a text[font-weight]{text-decoration:underline}
details{margin:1rem 0}
table{border-collapse:collapse;font-size:.9rem}
th,td{text-align:left;padding:.15rem 1rem .15rem 0;border-bottom:1px solid var(--edge)}
td:last-child,th:last-child{text-align:right;padding-right:0}
td:first-child{overflow-wrap:anywhere}
)";

using draw::escape;

// An id of HTML may not be empty.
std::string id_of(const std::string& part) { return part.empty() ? "model" : escape(part); }

bool is_within(const std::string& part, const std::string& outer) {
  return outer.empty() || part == outer || part.starts_with(outer + '.');
}

/// Whether a name like block1 comes in `part` after the first `from` letters.
bool is_in_later_block(const std::string& part, size_t from) {
  constexpr std::string_view kBlock = ".block";
  const size_t found = part.find(kBlock, from);
  return found != std::string::npos && part[found + kBlock.size()] != '0';
}

std::vector<std::string> parts_of_page(const std::vector<std::string>& names,
                                       const std::string& first) {
  std::vector<std::string> parts;
  for (const auto& name : names) {
    if (is_within(name, first) && !is_in_later_block(name, first.size())) parts.push_back(name);
  }
  return parts;
}

/// The way from the first part to this one.
std::string path_html(const std::vector<std::string>& parts, const std::string& part,
                      const std::string& first) {
  std::vector<std::string> steps;
  for (const auto& outer : parts) {
    if (!is_within(part, outer) || !is_within(outer, first)) continue;
    const auto name = outer.empty()    ? "model"
                      : outer == first ? outer
                                       : outer.substr(outer.rfind('.') + 1);
    steps.push_back(outer == part ? str("<b aria-current=\"page\">", escape(name), "</b>")
                                  : str("<a href=\"#", id_of(outer), "\">", escape(name), "</a>"));
  }
  return str("<nav aria-label=\"path\">", join(steps, " › "), "</nav>\n");
}

/// Links to the parts right below.
std::string parts_html(const std::vector<std::string>& parts, const std::string& part) {
  std::vector<std::string> below;
  for (const auto& other : parts) {
    if (other == part || !is_within(other, part)) continue;
    const bool is_deeper = std::any_of(parts.begin(), parts.end(), [&](const auto& between) {
      return between != part && between != other && is_within(between, part) &&
             is_within(other, between);
    });
    const auto name = part.empty() ? other : other.substr(part.size() + 1);
    if (!is_deeper) below.push_back(str("<a href=\"#", id_of(other), "\">", escape(name), "</a>"));
  }
  return below.empty() ? "" : str("<nav aria-label=\"parts\">Parts: ", join(below), "</nav>\n");
}

std::string weights_html(const Diagram& diagram) {
  if (diagram.weights.empty()) return "";
  std::string rows;
  for (const auto& [name, shape, count] : diagram.weights) {
    rows += str("<tr><td>", escape(name), "</td><td>", escape(shape), "</td><td>", count,
                "</td></tr>\n");
  }
  return str("<details><summary>", diagram.weights.size(),
             " weights</summary>\n<table>\n<tr><th>name</th>"
             "<th>shape</th><th>numbers</th></tr>\n",
             rows, "</table></details>\n");
}

}  // namespace

std::string diagram_page(const std::shared_ptr<torch::nn::Module>& root, const std::string& first,
                         const std::string& title) {
  const auto parts = parts_of_page(part_names(root), first);
  std::string sections;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {  // the first one last
    const auto drawn = diagram(root, *part, Links::between_parts);
    sections += str("<section id=\"", id_of(*part), "\">\n", path_html(parts, *part, first),
                    "<div class=\"scroll\" tabindex=\"0\">",
                    drawn.picture.svg(str(drawn.title, ' ', *part)), "</div>\n",
                    parts_html(parts, *part), weights_html(drawn), "</section>\n");
  }
  return str(draw::page_head(title, kStyle), "<h1>", escape(title),
             "</h1>\n<p>Drawn from the modules themselves. A box whose title is underlined leads "
             "to its own diagram.</p>\n",
             sections, "</body>\n</html>\n");
}

}  // namespace regard::diagrams
