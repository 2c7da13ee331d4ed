#include "text/sentences.h"

#include <algorithm>
#include <span>
#include <string>

#include "base/utf8.h"
#include "text/characters.h"
#include "text/copied_items.h"

namespace regard::text {
namespace {

/// HTML elements that separate lines or paragraphs.
constexpr std::string_view kBetweenLines[] = {"br", "hr", "p",  "div", "li", "ul",
                                              "ol", "tr", "td", "th",  "h1", "h2",
                                              "h3", "h4", "h5", "h6",  "dt", "dd"};

size_t break_tag_size(std::string_view text) {
  const size_t begin = text.substr(1).starts_with('/') ? 2 : 1;
  const size_t name = run_of(text.substr(std::min(begin, text.size())), is_alphanumeric);
  const auto element = lower_ascii(text.substr(std::min(begin, text.size()), name));
  if (std::ranges::find(kBetweenLines, element) == std::end(kBetweenLines)) return 0;
  const size_t close = text.find_first_of("<>", 1);
  const bool ends = begin + name < text.size() && is_among(text[begin + name], " \t/>");
  return ends && close != std::string_view::npos && text[close] == '>' ? close + 1 : 0;
}

size_t break_size(std::string_view text) {
  if (text.starts_with('<')) return break_tag_size(text);
  return text.size() > 1 && text[0] == '\\' && is_among(text[1], "nrtN") ? 2 : 0;
}

}  // namespace

size_t written_break_size(std::string_view text) {
  constexpr int kMost = 16;  // bounds the work when callers start at successive positions
  size_t size = 0, at = 0;
  for (int count = 0; count < kMost; ++count) {
    const size_t one = at < text.size() ? break_size(text.substr(at)) : 0;
    if (one == 0) break;
    size = at + one;
    at = size + run_of(text.substr(size), [](char c) { return is_among(c, kBlanks); });
  }
  return size;
}

bool is_written_break(std::string_view text) {
  const auto bare = trimmed(text);
  return !bare.empty() && written_break_size(bare) == bare.size();
}

std::vector<size_t> spans_of_items(std::span<const std::string_view> lines) {
  std::string text;
  std::vector<size_t> ends;  // ends of the lines in `text`
  for (const auto line : lines) {
    text += line;
    if (!line.ends_with('\n')) text += '\n';
    ends.push_back(text.size());
  }
  std::vector<CopiedItem> items;
  // Characters that may begin an item spanning several lines.
  if (text.find_first_of("{<`$%") != std::string::npos) items = copied_items(text);
  std::vector<size_t> spans;
  auto item = items.begin();
  for (size_t first = 0; first < lines.size(); first += spans.back()) {
    size_t last = first;
    for (; item != items.end() && item->begin < ends[last]; ++item) {
      while (item->end > ends[last]) ++last;
    }
    spans.push_back(last + 1 - first);
  }
  return spans;
}

namespace {

constexpr std::string_view kConjunctions[] = {
    "and ",  "but ", "or ",  "which ", "that ", "because ", "while ", "when ",  "et ",
    "mais ", "ou ",  "qui ", "que ",   "car ",  "lorsque ", "quand ", "tandis "};

/// Rank of the space at `at` as a place to cut; 0 for a space between ordinary words.
int rank_of(std::string_view sentence, size_t at) {
  const char before = sentence[at - 1];
  if (before == ';' || before == ':') return 3;
  if (before == ',') return 2;
  const auto after = sentence.substr(at + 1);
  const auto begins = [&](std::string_view word) { return after.starts_with(word); };
  return std::ranges::any_of(kConjunctions, begins) ? 1 : 0;
}

/// The best space to cut at: the highest-ranked one in the middle half, nearest to the middle if
/// several are equal; otherwise the nearest one outside the middle half. 0 if there is no space.
size_t best_cut(std::string_view sentence) {
  const size_t middle = sentence.size() / 2;
  const auto distance = [&](size_t at) { return at > middle ? at - middle : middle - at; };
  size_t best = 0;
  int best_rank = -1;
  for (size_t at = 1; at + 1 < sentence.size(); ++at) {
    if (sentence[at] != ' ') continue;
    const bool is_near = distance(at) <= sentence.size() / 4;
    const int rank = is_near ? 1 + rank_of(sentence, at) : 0;
    if (rank > best_rank || (rank == best_rank && distance(at) < distance(best))) {
      best = at;
      best_rank = rank;
    }
  }
  return best;
}

/// The middle of a text without spaces, at a character boundary.
size_t middle_of_word(std::string_view word) {
  size_t at = word.size() / 2;
  while (at > 0 && continues_character(word[at])) --at;
  return at;
}

/// Private-use characters that replace copied items while a sentence is cut into clauses.
constexpr char32_t kFirstStandIn = 0xF0000, kStandIns = 0xFFF0;

std::string with_stand_ins(std::string_view sentence, std::span<const CopiedItem> items) {
  std::string masked;
  size_t at = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    masked += sentence.substr(at, items[i].begin - at);
    append_utf8(kFirstStandIn + static_cast<char32_t>(i), masked);
    at = items[i].end;
  }
  return masked.append(sentence.substr(at));
}

std::string with_items(std::string_view masked, std::string_view sentence,
                       std::span<const CopiedItem> items) {
  std::string text;
  for (size_t byte = 0; byte < masked.size();) {
    const auto [value, length] = first_code_point(masked.substr(byte));
    const size_t bytes = std::max<size_t>(length, 1);
    if (value >= kFirstStandIn && value < kFirstStandIn + items.size()) {
      const auto& item = items[value - kFirstStandIn];
      text += sentence.substr(item.begin, item.end - item.begin);
    } else {
      text += masked.substr(byte, bytes);
    }
    byte += bytes;
  }
  return text;
}

}  // namespace

std::vector<std::string> split_at_clauses(std::string_view sentence, size_t longest,
                                          const std::function<size_t(std::string_view)>& count) {
  if (count(sentence) <= longest) return {std::string(sentence)};
  const size_t space = best_cut(sentence);
  const size_t cut = space > 0 ? space : middle_of_word(sentence);
  if (cut == 0) return {std::string(sentence)};  // a single character
  auto parts = split_at_clauses(sentence.substr(0, cut), longest, count);
  const auto rest = sentence.substr(space > 0 ? cut + 1 : cut);
  for (auto& part : split_at_clauses(rest, longest, count)) parts.push_back(std::move(part));
  return parts;
}

std::vector<std::string> split_at_clauses(std::string_view sentence,
                                          const std::vector<CopiedItem>& items, size_t longest,
                                          const std::function<size_t(std::string_view)>& count) {
  const auto some = std::span(items).first(std::min<size_t>(items.size(), kStandIns));
  auto clauses = split_at_clauses(with_stand_ins(sentence, some), longest, count);
  for (auto& clause : clauses) clause = with_items(clause, sentence, some);
  return clauses;
}

}  // namespace regard::text
