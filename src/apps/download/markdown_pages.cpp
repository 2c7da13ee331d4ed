#include <algorithm>
#include <cctype>
#include <sstream>

#include "base/utf8.h"
#include "download/page_blocks.h"

namespace regard::download {
namespace {

/// The title in a heading: "Title" for "## Title {/*title*/}" and "# Title[[title]]".
std::string title_of(std::string_view line) {
  line = trimmed(line.substr(std::min(line.find_first_not_of('#'), line.size())));
  for (const std::string_view anchor : {"[[", "{/*", "{#"}) {
    line = trimmed(line.substr(0, line.find(anchor)));
  }
  return std::string(line);
}

/// Size of the mark that begins an item: "- ", "* ", "12. ".
size_t mark_size(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ")) return 2;
  size_t digits = 0;
  while (digits < line.size() && is_ascii_digit(line[digits])) ++digits;
  return digits > 0 && line.substr(digits).starts_with(". ") ? digits + 2 : 0;
}

/// Removes the backslashes from escapes such as "a \\* b". Code in backticks has no escapes.
std::string without_escapes(const std::string& text) {
  std::string plain;
  bool is_code = false;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '`') is_code = !is_code;
    const bool is_escape = !is_code && text[at] == '\\' && at + 1 < text.size() &&
                           std::ispunct(static_cast<unsigned char>(text[at + 1])) != 0;
    if (is_escape) ++at;
    plain += text[at];
  }
  return plain;
}

/// The blocks of a Markdown page, without code, component markup and tables.
class MarkdownPage {
 public:
  explicit MarkdownPage(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) take(trimmed(line));
    end();
  }

  const std::vector<PageBlock>& blocks() const { return blocks_; }

 private:
  void take(std::string_view line) {
    const bool is_fence = line.starts_with("```") || line.starts_with("~~~");
    if (is_fence) {
      end();
      is_in_code_ = !is_in_code_;
      return;
    }
    if (is_in_code_) return;
    if (line == "---") return end();
    const bool is_markup = line.starts_with('<') || line.starts_with('|') ||
                           line.starts_with("import ") || line.starts_with("![");
    if (line.empty() || is_markup) return end();
    if (line.starts_with('#')) {
      end();
      blocks_.push_back({kHeading, title_of(line)});
      return;
    }
    const size_t mark = mark_size(line);
    if (mark > 0) end();
    if (open_.text.empty()) {
      open_.kind = mark > 0 ? "item" : "paragraph";
    } else {
      open_.text += ' ';
    }
    open_.text += line.substr(mark);
  }

  void end() {
    open_.text = without_escapes(open_.text);
    if (!open_.text.empty()) blocks_.push_back(open_);
    open_.text.clear();
  }

  std::vector<PageBlock> blocks_;
  PageBlock open_ = {};
  bool is_in_code_ = false;
};

}  // namespace

std::string french_chapter(const std::string& english_name) {
  constexpr std::string_view kEnglish = "/chapters/en/", kFrench = "/chapters/fr/";
  const size_t at = english_name.find(kEnglish);
  if (at == std::string::npos || !english_name.ends_with(".mdx")) return {};
  return std::string(english_name).replace(at, kEnglish.size(), kFrench);
}

std::string same_markdown(const std::string& english_name) {
  const bool is_page = english_name.starts_with("src/content/") && english_name.ends_with(".md");
  return is_page ? english_name : "";
}

Texts pairs_of_markdown(const std::string& english, const std::string& french) {
  return pairs_of_blocks(MarkdownPage(english).blocks(), MarkdownPage(french).blocks());
}

}  // namespace regard::download
