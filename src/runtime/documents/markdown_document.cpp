#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "documents/formats.h"
#include "documents/markdown_paragraph.h"
#include "markup/markdown_links.h"
#include "text/paragraph.h"
#include "text/sentences.h"

/// Markdown: paragraphs, headings, list items and table cells, but not code and other non-language
/// parts (text/sentences.h).
namespace regard::documents {
namespace {

/// Whether the line of the block `next` continues the paragraph, whose first block is `first` and
/// whose last one so far is `block`. A line may omit marks of its quotes and list items.
bool goes_on(const text::Block& first, const text::Block& block, const text::Block& next) {
  constexpr std::string_view kEnds[] = {"\n", "\r\n", "\r"};
  const auto end =
      block.behind.substr(std::min(block.behind.find_first_not_of(" \t\\"), block.behind.size()));
  return !next.text.empty() &&
         text::only_continues_quotes(trimmed(next.indent), trimmed(first.indent)) &&
         std::ranges::find(kEnds, end) != std::end(kEnds);
}

/// Whether a line is JavaScript in MDX: an import, an export or an expression.
bool is_code_of_mdx(std::string_view line) {
  return line.starts_with("import ") || line.starts_with("export ") || line.starts_with('{');
}

/// The blocks of MDX. JavaScript, which ends at a blank line, has blocks without text. MDX indents
/// elements and has no indented code.
std::vector<text::Block> blocks_of_mdx(std::span<const std::string_view> lines) {
  std::vector<text::Block> blocks;
  size_t begin = 0;
  const auto add_text_until = [&](size_t end) {
    auto some = text::blocks_of_lines(lines.subspan(begin, end - begin), text::Wrapping::detected);
    std::ranges::move(some, std::back_inserter(blocks));
  };
  bool is_in_fence = false, may_begin = true;
  for (size_t at = 0; at < lines.size();) {
    const auto line = trimmed(lines[at]);
    if (line.starts_with("```") || line.starts_with("~~~")) is_in_fence = !is_in_fence;
    if (may_begin && !is_in_fence && is_code_of_mdx(line)) {
      add_text_until(at);
      for (; at < lines.size() && !trimmed(lines[at]).empty(); ++at) {
        blocks.push_back({.indent = {}, .text = {}, .behind = std::string(lines[at])});
      }
      begin = at;
    } else {
      may_begin = line.empty() || line == "---" || line.starts_with('#');
      ++at;
    }
  }
  add_text_until(lines.size());
  return blocks;
}

class MarkdownDocument : public Document {
 public:
  MarkdownDocument(std::string text, bool is_mdx) : text_(std::move(text)), is_mdx_(is_mdx) {
    const auto lines = text::lines_with_ends(text_);
    for (const auto line : lines) {
      const auto label = serve::defined_label(line);
      if (!label.empty()) labels_.insert(serve::label_of(label));
    }
    const auto blocks =
        is_mdx ? blocks_of_mdx(lines) : text::blocks_of_lines(lines, text::Wrapping::markdown);
    std::string gap;
    for (size_t at = 0; at < blocks.size();) {
      gap += blocks[at].indent;
      if (!blocks[at].text.empty()) {
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
    std::string gap;  // bytes before the paragraph
    std::unique_ptr<MarkdownParagraph> paragraph;
  };

  static std::string warning_of(const MarkdownParagraph& paragraph) {
    const auto& bytes = paragraph.bytes();
    size_t shown = std::min<size_t>(bytes.size(), 60);
    while (shown < bytes.size() && continues_character(bytes[shown])) ++shown;
    return "a paragraph was left unchanged, because its marks would not fit its translation: " +
           bytes.substr(0, shown);
  }

  /// Adds the paragraph at block `at`; returns the index of the block after it.
  size_t add_paragraph(const std::vector<text::Block>& blocks, size_t at, std::string gap) {
    auto bytes = blocks[at].text;
    serve::MarkdownParagraph form{.text = {},
                                  .is_row = trimmed(blocks[at].indent).starts_with('|'),
                                  .labels = &labels_,
                                  .is_mdx = is_mdx_};
    const auto& first = blocks[at];
    while (at + 1 < blocks.size() && goes_on(first, blocks[at], blocks[at + 1])) {
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
  bool is_mdx_;
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
