#include <algorithm>
#include <sstream>

#include "base/utf8.h"
#include "download/layouts.h"

namespace regard::download {
namespace {

/// A piece of a page that stands by itself.
struct Block {
  enum class Kind { heading, item, paragraph };
  Kind kind;
  std::string text;
};

/// "## Title {/*title*/}" and "# Title[[title]]" are "Title".
std::string title_of(std::string_view line) {
  line = trimmed(line.substr(std::min(line.find_first_not_of('#'), line.size())));
  for (const std::string_view anchor : {"[[", "{/*", "{#"}) {
    line = trimmed(line.substr(0, line.find(anchor)));
  }
  return std::string(line);
}

/// Bytes of the mark that begins an item: "- ", "* ", "12. ".
size_t mark_size(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ")) return 2;
  size_t digits = 0;
  while (digits < line.size() && is_ascii_digit(line[digits])) ++digits;
  return digits > 0 && line.substr(digits).starts_with(". ") ? digits + 2 : 0;
}

/// Code, markup of components and tables are left out.
class MarkdownPage {
 public:
  explicit MarkdownPage(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) take(trimmed(line));
    end();
  }

  const std::vector<Block>& blocks() const { return blocks_; }

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
      blocks_.push_back({Block::Kind::heading, title_of(line)});
      return;
    }
    const size_t mark = mark_size(line);
    if (mark > 0) end();
    if (open_.text.empty()) {
      open_.kind = mark > 0 ? Block::Kind::item : Block::Kind::paragraph;
    } else {
      open_.text += ' ';
    }
    open_.text += line.substr(mark);
  }

  void end() {
    if (!open_.text.empty()) blocks_.push_back(open_);
    open_.text.clear();
  }

  std::vector<Block> blocks_;
  Block open_ = {};
  bool is_in_code_ = false;
};

/// The blocks from each heading to the next.
std::vector<std::vector<Block>> sections_of(const std::string& text) {
  std::vector<std::vector<Block>> sections(1);
  const MarkdownPage page(text);
  for (const auto& block : page.blocks()) {
    if (block.kind == Block::Kind::heading) sections.emplace_back();
    sections.back().push_back(block);
  }
  return sections;
}

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

/// Translations lag behind: of a section that has other blocks, only the heading is taken, and of a
/// page with other sections, nothing.
Texts pairs_of_markdown(const std::string& english, const std::string& french) {
  const auto one = sections_of(english), other = sections_of(french);
  if (one.size() != other.size()) return {};
  Texts pairs;
  for (size_t at = 0; at < one.size(); ++at) {
    const bool are_alike = std::ranges::equal(one[at], other[at], {}, &Block::kind, &Block::kind);
    const size_t most = std::min(one[at].size(), other[at].size());
    const bool has_heading = at > 0;
    const size_t taken = are_alike ? most : std::min<size_t>(most, has_heading ? 1 : 0);
    for (size_t block = 0; block < taken; ++block) {
      pairs.emplace_back(one[at][block].text, other[at][block].text);
    }
  }
  return pairs;
}

}  // namespace regard::download
