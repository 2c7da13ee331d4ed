#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "documents/formats.h"
#include "documents/markdown_paragraph.h"
#include "markup/markdown_links.h"
#include "text/sentences.h"

/// Markdown: paragraphs, headings, list items and table cells, but not code and other non-language
/// parts (text/sentences.h).
namespace regard::documents {
namespace {

/// Whether a block and the next one are lines of the same paragraph.
bool goes_on(const text::Block& block, const text::Block& next) {
  constexpr std::string_view kEnds[] = {"\n", "\r\n", "\r"};
  const auto mark = trimmed(next.indent), own = trimmed(block.indent);
  const bool is_quoted = mark.starts_with('>') && mark == own;
  const auto end =
      block.behind.substr(std::min(block.behind.find_first_not_of(" \t\\"), block.behind.size()));
  return !next.text.empty() && (mark.empty() || is_quoted) && !own.starts_with('#') &&
         std::ranges::find(kEnds, end) != std::end(kEnds);
}

/// A line of JavaScript in MDX: an import, an export or an expression.
bool is_code_of_mdx(const text::Block& block) {
  const auto whole = block.indent + block.text + block.behind;
  const auto line = trimmed(whole);
  return line.starts_with("import ") || line.starts_with("export ") || line.starts_with('{');
}

class MarkdownDocument : public Document {
 public:
  MarkdownDocument(std::string text, bool is_mdx) : text_(std::move(text)) {
    const auto lines = text::lines_with_ends(text_);
    for (const auto line : lines) {
      const auto label = serve::defined_label(line);
      if (!label.empty()) labels_.insert(serve::label_of(label));
    }
    // MDX indents elements and has no indented code.
    const auto wrapping = is_mdx ? text::Wrapping::detected : text::Wrapping::markdown;
    const auto blocks = text::blocks_of_lines(lines, wrapping);
    std::string gap;
    for (size_t at = 0; at < blocks.size();) {
      gap += blocks[at].indent;
      if (is_mdx && is_code_of_mdx(blocks[at])) {
        gap += blocks[at++].text;
        const auto ends = [&] {  // at a blank line
          return at == blocks.size() || blocks[at].text.empty() ||
                 std::ranges::count(blocks[at - 1].behind, '\n') > 1;
        };
        while (!ends()) {
          gap += blocks[at - 1].behind + blocks[at].indent + blocks[at].text;
          ++at;
        }
      } else if (!blocks[at].text.empty()) {
        at = add_paragraph(blocks, at, std::exchange(gap, {}));
      } else {
        ++at;
      }
      gap += blocks[at - 1].behind;
    }
    last_ = std::move(gap);
  }

  const std::vector<Unit>& units() const override { return units_; }

  WrittenDocument write(std::span<const TranslatedText> translations) const override {
    WrittenDocument written;
    bool changes = false;
    for (const auto& [gap, paragraph] : paragraphs_) {
      const auto& units = paragraph->units();
      const auto own = translations.first(std::min(units.size(), translations.size()));
      translations = translations.subspan(own.size());
      bool is_translated = false;
      for (size_t unit = 0; unit < own.size(); ++unit) {
        is_translated |= !own[unit].text.empty() && own[unit].text != units[unit].text;
      }
      const auto translation = is_translated ? paragraph->with(own) : std::nullopt;
      if (is_translated && !translation) written.warnings.push_back(warning_of(*paragraph));
      changes |= translation.has_value();
      written.bytes += gap;
      written.bytes += translation ? *translation : paragraph->bytes();
    }
    written.bytes += last_;
    if (!changes) written.bytes = text_;
    return written;
  }

 private:
  struct Placed {
    std::string gap;  // bytes before it
    std::unique_ptr<MarkdownParagraph> paragraph;
  };

  static std::string warning_of(const MarkdownParagraph& paragraph) {
    const auto& bytes = paragraph.bytes();
    size_t shown = std::min<size_t>(bytes.size(), 60);
    while (shown < bytes.size() && continues_character(bytes[shown])) ++shown;
    return "a paragraph stays, because its marks would not fit its translation: " +
           bytes.substr(0, shown);
  }

  /// Returns the index of the block after it.
  size_t add_paragraph(const std::vector<text::Block>& blocks, size_t at, std::string gap) {
    auto bytes = blocks[at].text;
    serve::MarkdownParagraph form{
        .text = {}, .is_row = trimmed(blocks[at].indent).starts_with('|'), .labels = &labels_};
    while (at + 1 < blocks.size() && goes_on(blocks[at], blocks[at + 1])) {
      const size_t begin = bytes.size();
      bytes += blocks[at].behind + blocks[at + 1].indent;
      form.breaks.push_back({begin, bytes.size()});
      bytes += blocks[++at].text;
    }
    auto paragraph = std::make_unique<MarkdownParagraph>(std::move(bytes), std::move(form));
    units_.insert(units_.end(), paragraph->units().begin(), paragraph->units().end());
    paragraphs_.push_back({std::move(gap), std::move(paragraph)});
    return at + 1;
  }

  std::string text_;
  std::set<std::string> labels_;
  std::vector<Placed> paragraphs_;
  std::string last_;  // bytes after the last paragraph
  std::vector<Unit> units_;
};

}  // namespace

std::unique_ptr<Document> read_markdown(File file, const DocumentOptions& /*options*/) {
  const bool is_mdx = lower_ascii(file.name).ends_with(".mdx");
  return std::make_unique<MarkdownDocument>(std::move(file.bytes), is_mdx);
}

}  // namespace regard::documents
