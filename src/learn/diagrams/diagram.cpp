#include "diagrams/diagram.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <vector>

#include "base/readable.h"
#include "diagrams/assets.h"
#include "diagrams/subject.h"
#include "draw/page.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::diagrams {
namespace {

/// A module and its view. The view is null if no drawing is declared for its class.
struct Sight {
  Subject subject;
  const View* view;

  std::string name() const {
    return view == nullptr || view->name.empty() ? subject.path : subject.below(view->name);
  }
};

void add_sights(const Subject& subject, std::vector<Sight>& sights) {
  const auto* drawn = drawn_class_of(*subject.module);
  // A list of modules, like the book's "blks", is not a separate part.
  const bool is_list = drawn == nullptr && subject.name() == "blks";
  if (has_diagram(*subject.module) && !is_list) {
    if (drawn == nullptr) {
      sights.push_back({subject, nullptr});
    } else {
      for (const auto& view : drawn->views) sights.push_back({subject, &view});
    }
  }
  for (const auto& child : subject.children()) add_sights(child, sights);
}

std::vector<Sight> sights_of(const std::shared_ptr<torch::nn::Module>& root) {
  std::vector<Sight> sights;
  add_sights({root, ""}, sights);
  return sights;
}

/// The name of a part without a declared drawing. In a decoder with two cells, lists and their
/// numbered members are named in words.
std::string spoken_name(const Subject& subject) {
  static const std::map<std::string, std::string> kLists = {
      {"cells", "GRU cells of a step"},
      {"upper", "layers above"},
      {"from_left", "layers that begin from the left"},
      {"from_right", "layers that begin from the right"}};
  const auto name = subject.name();
  if (const auto found = kLists.find(name); found != kLists.end()) return found->second;
  if (name.empty() || name.find_first_not_of("0123456789") != name.npos) return name;
  const auto outer = subject.path.substr(0, subject.path.size() - name.size() - 1);
  const auto list = outer.substr(outer.rfind('.') + 1);
  const bool is_layer = list != "cells" && kLists.contains(list);
  const bool is_cell = list == "cells" || subject.has("U");
  if (!is_layer && !is_cell) return name;
  return str(is_layer ? "layer " : "GRU cell ", std::stoi(name) + 1);
}

/// Draws a class without a declared drawing: its parts in the order of registration, without data
/// flow.
void draw_list(Sketch& sketch, const Subject& subject) {
  double bottom = 0;
  auto children = subject.children();
  std::reverse(children.begin(), children.end());  // the first at the top
  for (const auto& child : children) {
    const auto box =
        sketch.box(child.as_part({.title = spoken_name(child)}), {sketch.width() / 2, bottom}, 300);
    bottom = box.top + 10;
  }
}

std::string dimensions(const torch::Tensor& tensor) {
  std::vector<std::string> sizes;
  for (const int64_t size : tensor.sizes()) sizes.push_back(std::to_string(size));
  return sizes.empty() ? "1" : join(sizes, " × ");
}

/// Splits a name into words, without "blks" and with each number joined to the preceding word:
/// "block.0" becomes "block0".
std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words;
  size_t begin = 0;
  while (begin <= name.size()) {
    const size_t end = std::min(name.find('.', begin), name.size());
    const auto word = name.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty() || word == "blks") continue;
    const bool is_number = word.find_first_not_of("0123456789") == std::string::npos;
    if (is_number && !words.empty()) {
      words.back() += word;
    } else {
      words.push_back(word);
    }
  }
  return words;
}

bool means(const std::vector<std::string>& wanted, const std::vector<std::string>& name) {
  if (wanted.size() != name.size()) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    // Accepts a shortened name, but not "block1" for "block10".
    if (!name[i].starts_with(wanted[i])) return false;
    const bool ends_in_digit = std::isdigit(static_cast<unsigned char>(wanted[i].back())) != 0;
    if (ends_in_digit && name[i] != wanted[i]) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> part_names(const std::shared_ptr<torch::nn::Module>& root) {
  std::vector<std::string> names;
  for (const auto& sight : sights_of(root)) names.push_back(sight.name());
  return names;
}

std::string find_part(const std::shared_ptr<torch::nn::Module>& root, const std::string& name) {
  const auto names = part_names(root);
  const auto wanted = words_of(name);
  for (const auto& known : names) {
    if (words_of(known) == wanted) return known;
  }
  for (const auto& known : names) {
    if (means(wanted, words_of(known))) return known;
  }
  std::vector<std::string> known(names.begin(), names.end());
  std::erase(known, "");
  const auto meant = did_you_mean(name, known);
  throw Error("the model has no part " + name, {},
              meant.empty() ? "list the parts: regard draw MODEL --list" : meant);
}

Diagram diagram(const std::shared_ptr<torch::nn::Module>& root, const std::string& part,
                Links links) {
  for (const auto& sight : sights_of(root)) {
    if (sight.name() != part) continue;
    const auto& [subject, view] = sight;
    Sketch sketch(view == nullptr ? spoken_name(subject) : view->title,
                  view == nullptr ? 460 : view->width, links == Links::between_parts);
    view == nullptr ? draw_list(sketch, subject) : view->draw(sketch, subject);
    const auto count = draw::drawn_text(parameter_count(subject.parameters()));
    const bool is_whole = view == nullptr || view->name.empty();
    Diagram result{.part = part,
                   .title = sketch.title(),
                   .picture = sketch.picture(!is_whole      ? part
                                             : part.empty() ? count
                                                            : str(part, " · ", count)),
                   .weights = {}};
    for (const auto& weight : subject.module->named_parameters()) {
      result.weights.push_back({weight.key(), dimensions(weight.value()), weight.value().numel()});
    }
    return result;
  }
  throw std::invalid_argument("diagram: unknown part " + part);
}

namespace {

using draw::escape;

// The HTML id of a part, which must not be empty.
std::string id_of(const std::string& part) { return part.empty() ? "model" : escape(part); }

bool is_within(const std::string& part, const std::string& outer) {
  return outer.empty() || part == outer || part.starts_with(outer + '.');
}

/// Whether a block other than block0 occurs in `part` from byte `from` on.
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

/// Links along the path from the first part to this one.
std::string path_html(const std::vector<std::string>& parts, const std::string& part,
                      const std::string& first) {
  std::vector<std::string> steps;
  for (const auto& outer : parts) {
    if (!is_within(part, outer) || !is_within(outer, first)) continue;
    const auto name = outer.empty()    ? draw::drawn_text("model")
                      : outer == first ? outer
                                       : outer.substr(outer.rfind('.') + 1);
    steps.push_back(outer == part ? str("<b aria-current=\"page\">", escape(name), "</b>")
                                  : str("<a href=\"#", id_of(outer), "\">", escape(name), "</a>"));
  }
  return str("<nav aria-label=\"path\">", join(steps, " › "), "</nav>\n");
}

/// Links to the parts one level below.
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
  return below.empty() ? ""
                       : str("<nav aria-label=\"parts\">", draw::drawn_text("Parts:"), ' ',
                             join(below, " "), "</nav>\n");
}

std::string weights_html(const Diagram& diagram) {
  if (diagram.weights.empty()) return "";
  std::string rows;
  for (const auto& [name, shape, count] : diagram.weights) {
    rows += str("<tr><td>", escape(name), "</td><td>", escape(shape), "</td><td>", grouped(count),
                "</td></tr>\n");
  }
  const auto count = draw::drawn_text(str(diagram.weights.size(), " weights"));
  std::string head;
  for (const char* column : {"name", "shape", "numbers"}) {
    head += str("<th>", draw::drawn_text(column), "</th>");
  }
  return str("<details><summary>", count, "</summary>\n<table>\n<tr>", head, "</tr>\n", rows,
             "</table></details>\n");
}

}  // namespace

std::string diagram_page(const std::shared_ptr<torch::nn::Module>& root, const std::string& first,
                         const std::string& title, words::Language language) {
  const draw::DrawnIn drawn_in(words::phrases_of(language));
  const auto parts = parts_of_page(part_names(root), first);
  std::string sections;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {  // the first part last
    const auto drawn = diagram(root, *part, Links::between_parts);
    sections += str("<section id=\"", id_of(*part), "\">\n", path_html(parts, *part, first),
                    "<div class=\"scroll\" tabindex=\"0\">",
                    drawn.picture.svg(str(draw::drawn_text(drawn.title), ' ', *part)), "</div>\n",
                    parts_html(parts, *part), weights_html(drawn), "</section>\n");
  }
  const auto introduction = draw::drawn_text(
      "Drawn from the modules themselves. A box whose title is underlined leads to its own "
      "diagram.");
  return str(draw::page_head(title, assets::kDiagramStyle, words::name_of(language)),
             "<main>\n<h1>", escape(title), "</h1>\n<p>", introduction, "</p>\n", sections,
             "</main>\n</body>\n</html>\n");
}

}  // namespace regard::diagrams
