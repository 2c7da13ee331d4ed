#include "text/aligned_cells.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/option_columns.h"
#include "text/sentences.h"

namespace regard::text {
namespace {

/// A run of blanks or leader dots between two words.
struct Gap {
  size_t begin, end;  // bytes
  size_t column;      // number of characters up to the gap's end
  bool is_leader = false;
};

/// Size of the leader that `text` begins with ("....." or ". . . . ."), with the blanks around it.
size_t leader_size(std::string_view text) {
  constexpr std::ptrdiff_t kLeast = 5;
  const size_t size = std::min(text.find_first_not_of(" ."), text.size());
  return std::ranges::count(text.substr(0, size), '.') >= kLeast ? size : 0;
}

std::vector<Gap> gaps_of(std::string_view line) {
  constexpr std::string_view kEndMarks = ".!?";
  std::vector<Gap> gaps;
  size_t column = 0, begin = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    const size_t leader = at == begin && begin > 0 ? leader_size(line.substr(at)) : 0;
    if (leader > 0 && at + leader < line.size()) {
      gaps.push_back({at, at + leader, column + leader, true});
      column += leader;
      begin = at + leader;
      at = begin - 1;
      continue;
    }
    const bool is_word = line[at] != ' ';
    const bool is_gap = is_word && at > begin + 1 && begin > 0 &&
                        kEndMarks.find(line[begin - 1]) == std::string_view::npos;
    if (is_gap) gaps.push_back({begin, at, column});
    if (is_word) begin = at + 1;
    column += continues_character(line[at]) ? 0 : 1;
  }
  return gaps;
}

}  // namespace

std::vector<AlignedCell> AlignedCells::of(std::string_view line, std::string_view previous,
                                          std::string_view next) const {
  constexpr size_t kWide = 3;
  if (!splits_ || option_column_size(line) > 0) return {};
  std::vector<AlignedCell> cells;
  size_t begin = 0, column = 0;
  for (const auto& gap : gaps_of(line)) {
    const auto is_aligned = [&](std::string_view other) {
      return std::ranges::any_of(gaps_of(other),
                                 [&](const Gap& one) { return one.column == gap.column; });
    };
    const bool separates = gap.end - gap.begin >= kWide || is_aligned(previous) || is_aligned(next);
    if (!separates) continue;
    if (gap.is_leader) {
      cells.push_back({line.substr(begin, gap.begin - begin), column});
      cells.push_back({line.substr(gap.begin, gap.end - gap.begin), 0});
      begin = gap.end;
      column = 0;
      continue;
    }
    cells.push_back({line.substr(begin, gap.begin - begin), column});
    begin = gap.begin;
    column = gap.column;
  }
  cells.push_back({line.substr(begin), column});
  return cells;
}

}  // namespace regard::text
