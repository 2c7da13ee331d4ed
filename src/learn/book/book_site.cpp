#include "book/book_site.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/files.h"
#include "book/assets.h"
#include "book/book_rows.h"
#include "book/tex_formula.h"
#include "claims/claim.h"
#include "diagrams/config_drawing.h"
#include "diagrams/diagram.h"
#include "draw/page.h"
#include "draw/picture.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::book {
namespace {

using draw::escape;
using figures::Language;

/// Words of the site.
struct Words {
  std::string_view title, introduction, source, number, test, figure, command, claims, contents,
      model;
};

const Words& words_in(Language language) {
  static const Words kEnglish = {
      "The book in regard",
      "Attention from recurrent networks to the Transformer, section by section: the formula, the "
      "figure with numbers computed by regard, the lines of the program that compute it, a number "
      "to reproduce, and what experiments say about the claims.",
      "Source",
      "Number",
      "Test",
      "Figure",
      "Try",
      "Claims, tried",
      "Contents",
      "Your model"};
  static const Words kChinese = {
      "regard 中的《动手学深度学习》",
      "从循环神经网络到 Transformer 的注意力，逐节给出公式、由 regard "
      "计算数值的插图、实现它的源码、可复现的数值，以及实验对书中论断的检验。",
      "源码",
      "数值",
      "测试",
      "图",
      "试一试",
      "论断检验",
      "目录",
      "你的模型"};
  return language == Language::zh ? kChinese : kEnglish;
}

std::string_view name_of(Language language) {
  return figures::names_of(language)[static_cast<size_t>(language)];
}

/// A sentence of Markdown: code, formulas, emphasis and links to the files of the project.
std::string html_of(std::string_view markdown) {
  std::string html;
  while (!markdown.empty()) {
    const auto until = [&](std::string_view end, size_t from) {
      return std::min(markdown.find(end, from), markdown.size());
    };
    size_t size = 1;
    if (markdown.starts_with("$`")) {
      size = until("`$", 2);
      html += str("<math>", mathml_of_tex(markdown.substr(2, size - 2)), "</math>");
      size += 2;
    } else if (markdown[0] == '`') {
      size = until("`", 1);
      html += str("<code>", escape(markdown.substr(1, size - 1)), "</code>");
      ++size;
    } else if (markdown.starts_with("**")) {
      size = until("**", 2);
      html += str("<b>", escape(markdown.substr(2, size - 2)), "</b>");
      size += 2;
    } else if (markdown[0] == '[' && markdown.find("](") != std::string_view::npos) {
      const size_t text = until("](", 1);
      html += escape(markdown.substr(1, text - 1));
      size = until(")", text) + 1;
    } else {
      html += escape(markdown.substr(0, 1));
    }
    markdown.remove_prefix(std::min(size, markdown.size()));
  }
  return html;
}

/// Equations that the page writes one after another, each in a line of its own.
std::string html_of_formula(std::string_view tex) {
  constexpr std::string_view kBetween = ",\\quad";
  std::string html;
  while (true) {
    const size_t end = tex.find(kBetween);
    html += str("<math display=\"block\">", mathml_of_tex(tex.substr(0, end)), "</math>\n");
    if (end == std::string_view::npos) return html;
    tex.remove_prefix(end + kBetween.size());
  }
}

std::string code(std::string_view text) { return str("<code>", escape(text), "</code>"); }

}  // namespace

/// What a Site keeps.
namespace kept {

/// Pictures, each drawn once.
class Gallery {
 public:
  Gallery(Language language, const std::function<void(const std::string&)>& report)
      : language_(language), report_(report) {}

  /// What a cell of figures names, as HTML: a picture, or the command that draws it.
  const std::string& html(const std::string& cell) {
    const auto [drawn, is_new] = drawn_.try_emplace(cell);
    if (is_new) drawn->second = made(cell);
    return drawn->second;
  }

 private:
  std::string made(const std::string& cell) {
    constexpr std::string_view kIdea = "regard draw --part ", kConfig = "regard draw configs/";
    if (cell.starts_with(kIdea)) return drawing(cell.substr(kIdea.size()), cell);
    if (cell.starts_with(kConfig)) return drawing_of_config(cell);
    for (const auto& figure : figures::figures()) {
      if (figure.name == cell) return drawn(figure);
    }
    return str("<p>", code(cell), "</p>\n");
  }

  std::string drawn(const figures::Figure& figure) {
    report_(std::string(figure.name));
    const auto& text = figure.text(language_);
    const auto description = str(text.title, ". ", text.sentence);
    return in_frame(figures::picture_of(figure).svg(description),
                    str("<b>", escape(text.title), "</b> ", escape(text.sentence)));
  }

  /// "regard draw configs/NAME.yaml --part PART". Outside of regard's folder there is no such file.
  std::string drawing_of_config(const std::string& command) {
    constexpr std::string_view kDraw = "regard draw ", kPart = " --part ";
    const size_t end = std::min(command.find(kPart), command.size());
    const auto config = command.substr(kDraw.size(), end - kDraw.size());
    if (!is_there(config)) return str("<p>", code(command), "</p>\n");
    report_(command.substr(kDraw.size()));
    const auto drawn = diagrams::model_of_config(config);
    std::string part;
    if (end < command.size()) {
      part = diagrams::find_part(drawn.module, command.substr(end + kPart.size()));
    }
    const auto diagram = diagrams::diagram(drawn.module, part);
    return in_frame(diagram.picture.svg(str(diagram.title, " of ", drawn.title)),
                    str("<b>", escape(diagram.title), "</b> ", code(command)));
  }

  std::string drawing(const std::string& name, const std::string& command) {
    report_(name);
    const auto& idea = diagrams::find_idea(name);
    const auto diagram = diagrams::diagram(idea.module(), std::string(idea.part));
    return in_frame(diagram.picture.svg(diagram.title),
                    str("<b>", escape(diagram.title), "</b> ", code(command)));
  }

  static std::string in_frame(const std::string& svg, const std::string& caption) {
    return str("<figure>\n<div class=\"scroll\" tabindex=\"0\">", svg, "</div>\n<figcaption>",
               caption, "</figcaption>\n</figure>\n");
  }

  Language language_;
  const std::function<void(const std::string&)>& report_;
  std::map<std::string, std::string> drawn_;
};

struct Section {
  std::string name;  ///< "11.3 Attention Scoring Functions"
  std::string file;
  std::vector<Row> rows;

  const std::string& title() const { return rows.size() == 1 ? rows.front().heading : name; }
};

}  // namespace kept

namespace {

using kept::Gallery, kept::Section;

std::vector<Section> sections_of(const std::vector<Row>& rows) {
  std::vector<Section> sections;
  for (const auto& row : rows) {
    const auto name = row.section();
    if (sections.empty() || sections.back().name != name) {
      sections.push_back({.name = name, .file = row.anchor + ".html", .rows = {}});
    }
    sections.back().rows.push_back(row);
  }
  return sections;
}

/// Whether a source of claims, "d2l 11.3.2; Britz et al. (2017)", has a section, "11.3".
bool has_section(std::string_view source, const std::string& section) {
  for (size_t at = source.find(section); at != std::string_view::npos;
       at = source.find(section, at + 1)) {
    const char before = at == 0 ? ' ' : source[at - 1];
    const char behind = at + section.size() < source.size() ? source[at + section.size()] : ';';
    if (before == ' ' && (behind < '0' || behind > '9')) return true;
  }
  return false;
}

std::string claims_about(const Section& section, const Words& words) {
  std::string items;
  const auto& number = section.rows.front().english;
  if (number.empty()) return items;
  for (const auto& claim : claims::claims()) {
    if (!has_section(claim.source, number)) continue;
    items += str("<li><b>", escape(claim.title), ".</b> ", escape(claim.statement), ' ',
                 code(str("regard claims ", claim.name)), "</li>\n");
  }
  return items.empty() ? items
                       : str("<h2 id=\"claims\">", words.claims, "</h2>\n<ul>\n", items, "</ul>\n");
}

std::string html_of(const Row& row, bool is_alone, Gallery& gallery, const Words& words) {
  std::string html = str("<section id=\"", row.anchor, "\">\n");
  if (!is_alone) html += str("<h2>", escape(row.heading), "</h2>\n");
  html += str("<div class=\"scroll formula\" tabindex=\"0\">\n", html_of_formula(row.formula),
              "</div>\n");
  for (const auto& figure : row.figures) html += gallery.html(figure);
  html += str("<p class=\"of\">", words.source, ": ", code(row.source),
              "</p>\n<pre class=\"scroll\" tabindex=\"0\"><code>", escape(row.excerpt),
              "</code></pre>\n<dl>\n<dt>", words.number, "</dt><dd>", html_of(row.number),
              "</dd>\n<dt>", words.test, "</dt><dd>", join(row.tests, ", ", code), "</dd>\n<dt>",
              words.command, "</dt><dd>", code(row.command), "</dd>\n</dl>\n</section>\n");
  return html;
}

/// Links to the section before, the contents and the section behind.
std::string ways(const std::vector<Section>& sections, size_t number, const Words& words) {
  const auto link = [&](size_t to, std::string_view arrow) {
    return str("<a href=\"", sections[to].file, "\">", arrow, ' ', escape(sections[to].title()),
               "</a>");
  };
  return str("<nav class=\"ways\">", number > 0 ? link(number - 1, "←") : "<span></span>",
             "<a href=\"index.html\">", words.contents, "</a>",
             number + 1 < sections.size() ? link(number + 1, "→") : "<span></span>", "</nav>\n");
}

std::string page_of(const std::vector<Section>& sections, size_t number, Gallery& gallery,
                    Language language) {
  const auto& section = sections[number];
  const auto& words = words_in(language);
  const bool is_alone = section.rows.size() == 1;
  const auto& title = section.title();
  std::string contents, body;
  for (const auto& row : section.rows) {
    contents += str("<li><a href=\"#", row.anchor, "\">", escape(row.heading), "</a></li>\n");
    body += html_of(row, is_alone, gallery, words);
  }
  return str(draw::page_head(title, assets::kBookStyle, name_of(language)),
             ways(sections, number, words), "<main>\n<h1>", escape(title), "</h1>\n",
             is_alone ? "" : str("<nav><ul>\n", contents, "</ul></nav>\n"), body,
             claims_about(section, words), "</main>\n</body>\n</html>\n");
}

std::string index_of(const std::vector<Section>& sections, const SiteOptions& options) {
  const auto language = options.language;
  const auto& words = words_in(language);
  std::string list, chapter;
  if (!options.model_pages.empty()) {
    const auto link = [](const ModelPage& page) {
      return str("<li><a href=\"", escape(page.file), "\">", escape(page.title), "</a></li>\n");
    };
    list =
        str("<h2>", words.model, "</h2>\n<ul>\n", join(options.model_pages, "", link), "</ul>\n");
  }
  for (const auto& section : sections) {
    if (const auto& now = section.rows.front().chapter; now != chapter) {
      list += str(chapter.empty() ? "" : "</ul>\n", "<h2>", escape(now), "</h2>\n<ul>\n");
      chapter = now;
    }
    list += str("<li><a href=\"", section.file, "\">", escape(section.title()), "</a></li>\n");
  }
  return str(draw::page_head(std::string(words.title), assets::kBookStyle, name_of(language)),
             "<main>\n<h1>", words.title, "</h1>\n<p>", words.introduction, "</p>\n", list,
             "</ul>\n</main>\n</body>\n</html>\n");
}

/// The requested sections.
std::set<size_t> chosen_of(const std::vector<Section>& sections,
                           const std::vector<std::string>& wanted) {
  std::set<size_t> chosen;
  for (const auto& name : wanted) {
    const size_t before = chosen.size();
    const bool is_number = name.find_first_not_of("0123456789.") == std::string::npos;
    for (size_t number = 0; number < sections.size(); ++number) {
      const auto& section = sections[number];
      const bool is_it = section.name.starts_with(is_number ? name + ' ' : name) ||
                         std::ranges::find(section.rows, name, &Row::anchor) != section.rows.end();
      if (is_it) chosen.insert(number);
    }
    if (chosen.size() == before) {
      throw Error(str("there is no section ", name), {},
                  "name one by its number in the edition of the language, such as 11.3");
    }
  }
  return chosen;
}

}  // namespace

struct Site::Impl {
  SiteOptions options;
  std::function<void(const std::string&)> report;
  std::vector<Section> sections =
      sections_of(rows_of(options.language == Language::zh ? assets::kBookZh : assets::kBook));
  Gallery gallery{options.language, report};
};

Site::Site(SiteOptions options, std::function<void(const std::string&)> report)
    : impl_(new Impl{std::move(options), std::move(report)}) {}

Site::~Site() = default;

std::vector<std::string> Site::files(const std::vector<std::string>& wanted) const {
  const auto chosen = chosen_of(impl_->sections, wanted);
  std::vector<std::string> files;
  for (size_t number = 0; number < impl_->sections.size(); ++number) {
    if (wanted.empty() || chosen.contains(number)) files.push_back(impl_->sections[number].file);
  }
  return files;
}

std::optional<std::string> Site::html(const std::string& file) {
  auto& [options, report, sections, gallery] = *impl_;
  if (file == kContents) return index_of(sections, options);
  const auto found = std::ranges::find(sections, file, &Section::file);
  if (found == sections.end()) return std::nullopt;
  return page_of(sections, static_cast<size_t>(found - sections.begin()), gallery,
                 options.language);
}

}  // namespace regard::book
