#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "documents/formats.h"
#include "text/sentences.h"

namespace regard::documents {
namespace {

/// Sets the blanks before a cell so that the cell begins at its column, or two blanks after the
/// previous cell.
void align(text::Block& cell, std::string_view before) {
  constexpr size_t kLeast = 2;
  const size_t blanks = std::min(cell.indent.find_first_not_of(' '), cell.indent.size());
  if (cell.column == 0 || blanks == 0) return;
  const auto line = before.substr(before.rfind('\n') + 1);
  const size_t width = decode_utf8(line).size();
  cell.indent.replace(0, blanks, std::max(cell.column, width + kLeast) - width, ' ');
}

/// Plain text: paragraphs, lists and headings, but not code and other non-language parts
/// (text/sentences.h).
class TextDocument : public Document {
 public:
  explicit TextDocument(std::string text)
      : text_(std::move(text)),
        blocks_(text::blocks_of(text::lines_with_ends(text_), text::Wrapping::laid_out)) {
    for (const auto& block : blocks_) {
      if (!block.text.empty()) units_.push_back({.text = block.text});
    }
  }

  const std::vector<Unit>& units() const override { return units_; }

  WrittenDocument write(std::span<const TranslatedText> translations) const override {
    WrittenDocument written;
    size_t next = 0;
    bool changes = false;
    for (auto block : blocks_) {
      align(block, written.bytes);
      if (block.text.empty()) {
        written.bytes += block.with({});
        continue;
      }
      const bool has_translation = next < translations.size() && !translations[next].text.empty();
      const auto& text = has_translation ? translations[next].text : block.text;
      changes = changes || text != block.text;
      written.bytes += block.with(text);
      ++next;
    }
    if (!changes) written.bytes = text_;
    return written;
  }

 private:
  std::string text_;
  std::vector<text::Block> blocks_;
  std::vector<Unit> units_;
};

}  // namespace

std::unique_ptr<Document> read_plain_text(File file, const DocumentOptions& /*options*/) {
  return std::make_unique<TextDocument>(std::move(file.bytes));
}

}  // namespace regard::documents
