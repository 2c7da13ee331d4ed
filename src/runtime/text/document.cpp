#include "text/sentences.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "text/aligned_cells.h"
#include "text/characters.h"
#include "text/copied_items.h"
#include "text/indented_code.h"
#include "text/line_ends.h"
#include "text/option_columns.h"
#include "text/paragraph.h"
#include "text/structured_lines.h"
#include "text/verbatim_lines.h"

namespace regard::text {
namespace {

using Line = TextLine;

Line without_words(std::string_view line) {
  const auto bare = without_line_end(line);
  return {.lead = bare, .mark = {}, .words = {}, .behind = line.substr(bare.size())};
}

Line parts_of(std::string_view line) {
  auto margins = margins_of(line);
  const size_t column = option_column_size(line);
  if (margins.words.empty() || column == line.size()) return without_words(line);
  if (column > margins.before.size()) {
    const size_t taken = std::min(column - margins.before.size(), margins.words.size());
    margins.before = line.substr(0, margins.before.size() + taken);
    margins.words.remove_prefix(taken);
    if (margins.words.empty()) return without_words(line);
  }
  const auto before = margins.before;
  const size_t lead = std::min(before.find_first_not_of(" \t"), before.size());
  const char* end = line.data() + line.size();
  // Emoji after the words are left to the sentence splitter: a sentence may end with them.
  std::string_view words(margins.words.data(), static_cast<size_t>(end - margins.words.data()));
  size_t size = words.size();
  const auto characters = characters_of(words);
  for (auto last = characters.rbegin(); last != characters.rend() && is_unicode_space(last->value);
       ++last) {
    size = last->begin;
  }
  return {.lead = before.substr(0, lead),
          .mark = before.substr(lead),
          .words = words.substr(0, size),
          .behind = words.substr(size)};
}

/// The parts of a line that begins an admonition or a tab of MkDocs; only its title is translated.
std::optional<Line> admonition_of(std::string_view line) {
  const auto title = admonition_title(line);
  if (!title) return std::nullopt;
  if (title->empty()) return without_words(line);
  const auto begin = static_cast<size_t>(title->data() - line.data());
  const size_t lead = line.find_first_not_of(" \t");
  return Line{.lead = line.substr(0, lead),
              .mark = line.substr(lead, begin - lead),
              .words = *title,
              .behind = line.substr(begin + title->size())};
}

/// The parts of a Markdown line, in which a final backslash is a line break.
Line markdown_parts_of(std::string_view line) {
  if (const auto admonition = admonition_of(line)) return *admonition;
  Line parts = parts_of(line);
  const size_t size = parts.words.size(), last = parts.words.find_last_not_of('\\');
  const size_t slashes = size - (last == std::string_view::npos ? 0 : last + 1);
  if (slashes % 2 == 0 || last == std::string_view::npos) return parts;
  parts.words.remove_suffix(1);
  parts.behind = line.substr(line.size() - parts.behind.size() - 1);
  return parts;
}

/// The parts of a key-value line.
Line parts_of(std::string_view line, const StructuredLine& structured) {
  Line parts = without_words(line);
  parts.is_structured = true;
  const bool is_said = has_letter(structured.value);
  if (!is_said) return parts;
  parts.words = structured.value;
  parts.lead = structured.before;
  const size_t bare = without_line_end(line).size();
  parts.behind = line.substr(bare - structured.behind.size());
  return parts;
}

/// Whether a line is indented as far as the words of a list item, like the item's second line.
bool hangs(const Line& line, const Line& item) {
  return !item.mark.empty() && width_of(line.lead) == width_of(item.lead) + width_of(item.mark);
}

/// A table cell of plain text as a line, which is not joined with other lines.
Line cell_as_line(const AlignedCell& cell) {
  Line line = parts_of(cell.text);
  line.is_structured = true;
  line.column = cell.column;
  return line;
}

/// Whether `next` can be in the paragraph of `line`, whose first line is `first`. In Markdown, a
/// line may omit marks of the quotes that contain its paragraph.
bool may_continue(const Line& line, const Line& next, const Line& first, Wrapping wrapping) {
  const bool is_quoted = wrapping == Wrapping::markdown
                             ? only_continues_quotes(next.mark, first.mark)
                             : next.mark == line.mark && next.mark.starts_with('>');
  if (line.is_structured || next.is_structured) return false;
  if (next.words.empty() || (!next.mark.empty() && !is_quoted)) return false;
  return next.lead == line.lead || hangs(next, first);
}

void add_blocks(std::span<const Line> lines, Wrapping wrapping, std::vector<Block>& blocks) {
  const Paragraph paragraph(lines);
  for (size_t number = 0; number < lines.size(); ++number) {
    const auto& line = lines[number];
    const auto breaks = [](const Line& line) {  // a heading ends with its line
      return line.mark.starts_with('#') || line.behind.starts_with("  ") ||
             line.behind.starts_with('\\');
    };
    const bool may_join =
        number > 0 && !(wrapping == Wrapping::markdown && breaks(lines[number - 1]));
    const bool joins = may_join && (wrapping == Wrapping::all || hangs(line, lines.front()) ||
                                    paragraph.goes_on(number - 1));
    const bool keeps_break =
        joins && (wrapping == Wrapping::kept ||
                  (wrapping == Wrapping::laid_out && paragraph.keeps_break(number - 1)));
    if (joins) {
      auto& block = blocks.back();
      if (keeps_break) {
        const auto at = static_cast<size_t>(width_of(block.text));
        block.breaks.push_back({at, str(block.behind, line.lead, line.mark)});
      }
      block.text.append(" ").append(line.words);
    } else {
      blocks.push_back({.indent = std::string(line.lead), .text = std::string(line.words)});
      blocks.back().indent += line.mark;
    }
    blocks.back().behind = line.behind;
    blocks.back().column = line.column;
  }
}

Block line_as_block(std::string_view line, bool is_verbatim) {
  const auto bare = without_line_end(line);
  Block block{.indent = {}, .text = {}, .behind = std::string(line.substr(bare.size()))};
  (is_verbatim ? block.indent : block.text) = bare;
  return block;
}

/// Whether a line is a WebVTT time, with a period where SubRip has a comma.
bool is_time_of_web_subtitles(std::string_view line) {
  return is_time_of_subtitles(line) && line.substr(0, line.find(" --> ")).find('.') < line.size();
}

/// The lines of a document; lines spanned by one copied item are joined.
class DocumentLines {
 public:
  struct Line {
    std::string_view text;
    bool is_verbatim;
    StructuredLine structured = {};
  };

  DocumentLines(std::span<const std::string_view> lines, bool is_markdown) {
    const auto is_time = [](auto line) { return is_time_of_web_subtitles(trimmed(line)); };
    const bool are_subtitles = std::ranges::any_of(lines, is_time);
    VerbatimLines verbatim(are_subtitles);
    IndentedCode code;
    size_t begin = 0;  // first of the lines to translate
    for (size_t number = 0; number < lines.size(); ++number) {
      // A subtitle's identifier comes before its time and after a blank line.
      const bool is_name = are_subtitles && number + 1 < lines.size() &&
                           is_time(lines[number + 1]) &&
                           (number == 0 || trimmed(lines[number - 1]).empty());
      const bool stays = verbatim.is_verbatim(lines[number]) || is_name;
      if (stays) code.pass(lines[number]);
      if (!stays && !(is_markdown && code.is_code(lines[number]))) continue;
      add(lines.subspan(begin, number - begin));
      lines_.push_back({lines[number], true});
      begin = number + 1;
    }
    add(lines.subspan(begin));
  }

  const std::vector<Line>& lines() const { return lines_; }

 private:
  void add(std::span<const std::string_view> lines) {
    std::vector<std::string_view> bare;
    for (const auto line : lines) bare.push_back(without_line_end(line));
    const auto structured = structured_lines(bare);
    size_t at = 0;
    for (const size_t count : spans_of_items(lines)) {
      if (count == 1) {
        lines_.push_back({lines[at], false, structured[at]});
      } else {
        lines_.push_back({joined(lines.subspan(at, count)), false});
      }
      at += count;
    }
  }

  std::string_view joined(std::span<const std::string_view> lines) {
    auto& text = joined_.emplace_back();
    for (const auto line : lines.first(lines.size() - 1)) {
      text += line;
      if (without_line_end(line).size() == line.size()) text += '\n';
    }
    return text += lines.back();
  }

  std::vector<Line> lines_;
  std::deque<std::string> joined_;  // owns the joined lines that lines_ refers to
};

}  // namespace

std::vector<Block> blocks_of_lines(std::span<const std::string_view> lines, Wrapping wrapping) {
  std::vector<Block> blocks;
  std::vector<Line> paragraph;
  const auto finish = [&] {
    if (!paragraph.empty()) add_blocks(paragraph, wrapping, blocks);
    paragraph.clear();
  };
  const auto add = [&](const Line& line) {
    const bool ends =
        !paragraph.empty() && !may_continue(paragraph.back(), line, paragraph.front(), wrapping);
    if (ends) finish();
    if (line.words.empty()) {
      blocks.push_back({.indent = std::string(line.lead), .text = {}});
      blocks.back().behind = line.behind;
      blocks.back().column = line.column;
    } else {
      paragraph.push_back(line);
    }
  };
  const DocumentLines document(lines, wrapping == Wrapping::markdown);
  AlignedCells aligned(wrapping == Wrapping::laid_out);
  const auto indented = wrapping == Wrapping::laid_out ? indented_lines(lines)
                                                       : std::vector<IndentedLine>(lines.size());
  for (size_t number = 0; number < document.lines().size(); ++number) {
    const auto& [text, is_verbatim, structured] = document.lines()[number];
    const auto neighbor = [&](size_t other) {
      const bool is_there = other < document.lines().size() && !document.lines()[other].is_verbatim;
      return is_there ? document.lines()[other].text : std::string_view();
    };
    const auto cells = is_verbatim || structured.is_structured
                           ? std::vector<AlignedCell>()
                           : aligned.of(text, neighbor(number - 1), neighbor(number + 1));
    if (wrapping == Wrapping::none) {
      blocks.push_back(line_as_block(text, is_verbatim));
    } else if (cells.size() > 1) {
      for (const auto& cell : cells) add(cell_as_line(cell));
    } else {
      const bool is_title = wrapping == Wrapping::markdown && admonition_title(text).has_value();
      auto line = is_verbatim                             ? without_words(text)
                  : structured.is_structured && !is_title ? parts_of(text, structured)
                  : wrapping == Wrapping::markdown        ? markdown_parts_of(text)
                                                          : parts_of(text);
      if (indented[number].is_code) line = without_words(text);
      line.is_indented = indented[number].is_indented;
      add(line);
    }
  }
  finish();
  return blocks;
}

}  // namespace regard::text
