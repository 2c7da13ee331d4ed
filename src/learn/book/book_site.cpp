#include "book/book_site.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/utf8.h"
#include "book/assets.h"
#include "book/book_gallery.h"
#include "book/book_links.h"
#include "book/book_rows.h"
#include "book/tex_formula.h"
#include "book/text_html.h"
#include "claims/claim.h"
#include "draw/page.h"
#include "draw/phrases.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::book {
namespace {

using draw::escape;
using words::Language;

/// The site's texts in one language.
struct Words {
  std::string_view title, introduction, source, number, test, figure, command, claims, verdict,
      exercises, contents, sections, model, also, between;
};

const Words& words_in(Language language) {
  static const Words kEnglish = {
      "The book in regard",
      "Attention from recurrent networks to the Transformer, section by section: each formula, the "
      "source lines that compute it, a figure with numbers computed by regard, a number to "
      "reproduce, and the verdicts of experiments on the claims.",
      "Source",
      "Number",
      "Test",
      "Figure",
      "Try",
      "Claims, tested",
      "Verdict",
      "Exercises",
      "Contents",
      "Sections",
      "Your model",
      "Also",
      ", "};
  static const Words kChinese = {
      "regard中的《动手学深度学习》",
      "注意力：从循环神经网络到Transformer，逐节给出公式、由regard计算数值的插图、实现它的源码、可"
      "复现的数值，以及用实验对书中论断的检验。",
      "源码",
      "数值",
      "测试",
      "图",
      "试一试",
      "论断检验",
      "结论",
      "练习",
      "目录",
      "章节",
      "你的模型",
      "另外",
      "、"};
  return language == Language::zh ? kChinese : kEnglish;
}

/// Puts each equation of a formula on its own line.
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

}  // namespace

/// A page of the site.
struct Site::Section {
  std::string name;  ///< "11.3 Attention Scoring Functions"
  std::string file;
  std::vector<Row> rows;
  bool is_listed = true;

  const std::string& title() const { return rows.size() == 1 ? rows.front().heading : name; }
  /// The part that a row's heading adds to the section's heading; empty if there is none.
  std::string title_of(const Row& row) const {
    const std::string_view added = std::string_view(row.heading).substr(name.size());
    for (const std::string_view colon : {": ", "："}) {
      if (added.starts_with(colon)) return capitalized(added.substr(colon.size()));
    }
    return {};
  }
};

namespace {

using Section = Site::Section;

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

/// A list below a heading; an empty string if it has no items.
std::string list_of(const char* anchor, std::string_view heading, const std::string& items) {
  if (items.empty()) return {};
  return str("<h2 id=\"", anchor, "\">", heading, "</h2>\n<ul>\n", items, "</ul>\n");
}

std::string claims_about(const Section& section, const Words& words, Language language) {
  const draw::DrawnIn drawn_in(words::phrases_of(language));
  const auto study = language == Language::zh ? assets::kStudyZh : assets::kStudy;
  const auto [option, space] =
      language == Language::zh ? std::pair(" --lang zh", "") : std::pair("", " ");
  std::string items;
  const auto& number = section.rows.front().english;
  if (number.empty()) return items;
  for (const auto& claim : claims::claims()) {
    if (!has_section(claim.source, number)) continue;
    const auto title = draw::drawn_text(claim.title), stop = draw::drawn_text(". ");
    const auto verdict = verdict_of(study, title);
    items += str("<li><b>", html_of_text(title), stop, "</b>",
                 html_of_text(draw::drawn_text(claim.statement)), space,
                 verdict.empty() ? ""
                                 : str("<b>", words.verdict, draw::drawn_text(": "),
                                       escape(verdict), stop, "</b>"),
                 code(str("regard claims ", claim.name, option)), "</li>\n");
  }
  return list_of("claims", words.claims, items);
}

std::string exercises_of(const Section& section, const Words& words, Language language) {
  const bool is_chinese = language == Language::zh;
  std::string items;
  const auto& number = section.rows.front().english;
  if (number.empty()) return items;
  for (const auto& heading : is_chinese
                                 ? exercises_about(assets::kExercisesZh, str("（英文版", number))
                                 : exercises_about(assets::kExercises, str(' ', number))) {
    items += is_chinese
                 ? str("<li>", escape(heading), "（", code("docs/exercises.zh.md"), "）</li>\n")
                 : str("<li>", escape(heading), " (", code("docs/exercises.md"), ")</li>\n");
  }
  return list_of("exercises", words.exercises, items);
}

/// For each figure, the anchor of the row that shows it on a page.
using Shown = std::map<std::string, std::string>;

/// A figure, or a link to it if the page already shows it.
std::string figure_of(const std::string& figure, const Row& row, Shown& shown, Gallery& gallery,
                      const Words& words) {
  const auto [place, is_new] = shown.try_emplace(figure, row.anchor);
  if (is_new) return gallery.html(figure);
  return str("<p class=\"of\">", words.figure, draw::drawn_text(": "), "<a href=\"#", place->second,
             "\">", escape(gallery.title(figure)), "</a></p>\n");
}

std::string html_of(const Row& row, const std::string& heading, Shown& shown, Gallery& gallery,
                    const Words& words) {
  std::string html = str("<section id=\"", row.anchor, "\">\n");
  if (!heading.empty()) html += str("<h2>", html_of_text(heading), "</h2>\n");
  html += str("<div class=\"scroll formula\" tabindex=\"0\">\n", html_of_formula(row.formula),
              "</div>\n");
  for (const auto& figure : row.figures) html += figure_of(figure, row, shown, gallery, words);
  html += str("<p class=\"of\">", words.source, draw::drawn_text(": "), path_code(row.source),
              "</p>\n<pre class=\"scroll\" tabindex=\"0\"><code>", escape(row.excerpt),
              "</code></pre>\n<dl>\n<dt>", words.number, "</dt><dd>", html_of_markdown(row.number),
              "</dd>\n<dt>", words.test, "</dt><dd>", join(row.tests, words.between, path_code),
              "</dd>\n<dt>", words.command, "</dt><dd>", code(row.command), "</dd>\n");
  for (const auto& remark : row.also)
    html += str("<dt>", words.also, "</dt><dd>", html_of_markdown(capitalized(remark)), "</dd>\n");
  return html + "</dl>\n</section>\n";
}

/// Links to the previous section, the contents and the next section.
std::string ways(const std::vector<Section>& sections, size_t number, const Words& words,
                 const std::string& query) {
  const auto link = [&](size_t to, const char* before, const char* after) {
    return str("<a href=\"", sections[to].file, query, "\">", before,
               html_of_text(sections[to].title()), after, "</a>");
  };
  size_t before = number, next = number + 1;
  while (before > 0 && !sections[before - 1].is_listed) --before;
  while (next < sections.size() && !sections[next].is_listed) ++next;
  return str("<nav class=\"ways\" aria-label=\"", words.sections, "\">",
             before > 0 ? link(before - 1, "← ", "") : "<span></span>", "<a href=\"",
             Site::kContents, query, "\">", words.contents, "</a>",
             next < sections.size() ? link(next, "", " →") : "<span></span>", "</nav>\n");
}

/// The list of the pages about the reader's models.
std::string model_list(const SiteOptions& options) {
  const auto link = [&](const ModelPage& page) {
    return str("<li><a href=\"", escape(page.file), options.query, "\">", escape(page.title),
               "</a></li>\n");
  };
  return list_of("model", words_in(options.language).model, join(options.model_pages, "", link));
}

std::string page_of(const std::vector<Section>& sections, size_t number, Gallery& gallery,
                    const SiteOptions& options) {
  const auto language = options.language;
  const draw::DrawnIn drawn_in(words::phrases_of(language));
  const auto& section = sections[number];
  const auto& words = words_in(language);
  const auto& title = section.title();
  std::string contents, body;
  Shown shown;
  for (const auto& row : section.rows) {
    const auto heading = section.title_of(row);
    const bool is_listed = section.rows.size() > 1 && !heading.empty();
    if (is_listed) {
      contents += str("<li><a href=\"#", row.anchor, "\">", html_of_text(heading), "</a></li>\n");
    }
    body += html_of(row, is_listed ? heading : "", shown, gallery, words);
  }
  return str(
      draw::page_head(title, assets::kBookStyle, words::name_of(language)),
      ways(sections, number, words, options.query), "<main>\n<h1>", html_of_text(title), "</h1>\n",
      contents.empty()
          ? ""
          : str("<nav aria-label=\"", words.contents, "\"><ul>\n", contents, "</ul></nav>\n"),
      body, claims_about(section, words, language), exercises_of(section, words, language),
      model_list(options), "</main>\n</body>\n</html>\n");
}

std::string index_of(const std::vector<Section>& sections, const SiteOptions& options) {
  const auto language = options.language;
  const auto& words = words_in(language);
  std::string list = model_list(options), chapter;
  for (const auto& section : sections) {
    if (!section.is_listed) continue;
    if (const auto& now = section.rows.front().chapter; now != chapter) {
      list += str(chapter.empty() ? "" : "</ul>\n", "<h2>", escape(now), "</h2>\n<ul>\n");
      chapter = now;
    }
    list += str("<li><a href=\"", section.file, options.query, "\">", html_of_text(section.title()),
                "</a></li>\n");
  }
  return str(
      draw::page_head(std::string(words.title), assets::kBookStyle, words::name_of(language)),
      "<main>\n<h1>", words.title, "</h1>\n<p>", words.introduction, "</p>\n", list,
      "</ul>\n</main>\n</body>\n</html>\n");
}

/// Whether a section's name, with or without its number, starts with these letters, ignoring case.
bool is_named(std::string_view section, std::string_view start) {
  const auto lower = [](char c) { return lower_ascii(c); };
  const auto starts = [&](std::string_view text) {
    return std::ranges::equal(text.substr(0, start.size()), start, {}, lower, lower);
  };
  return starts(section) || starts(section.substr(section.find(' ') + 1));
}

/// The indices of the requested sections.
std::set<size_t> chosen_of(const std::vector<Section>& sections,
                           const std::vector<std::string>& wanted) {
  std::set<size_t> chosen;
  for (const auto& name : wanted) {
    const size_t before = chosen.size();
    const bool is_number = name.find_first_not_of("0123456789.") == std::string::npos;
    for (size_t number = 0; number < sections.size(); ++number) {
      const auto& section = sections[number];
      const bool is_it =
          (is_number ? section.name.starts_with(name + ' ') : is_named(section.name, name)) ||
          std::ranges::find(section.rows, name, &Row::anchor) != section.rows.end();
      if (is_it) chosen.insert(number);
    }
    if (chosen.size() == before) {
      throw Error(
          str("unknown section ", name), {},
          "give a section's number in the edition of this language, such as 11.3, or the start of "
          "its title");
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
  return page_of(sections, static_cast<size_t>(found - sections.begin()), gallery, options);
}

void Site::link_to(std::vector<ModelPage> model_pages, std::string query) {
  impl_->options.model_pages = std::move(model_pages);
  impl_->options.query = std::move(query);
}

void Site::list_only(const std::vector<std::string>& files) {
  for (auto& section : impl_->sections) {
    section.is_listed = std::ranges::find(files, section.file) != files.end();
  }
}

}  // namespace regard::book
