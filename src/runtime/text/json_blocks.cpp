#include <algorithm>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "text/json_strings.h"
#include "text/sentences.h"

namespace regard::text {
namespace {

bool has_text(const Block& block) { return !block.text.empty(); }

std::vector<Block> blocks_of_json(const JsonStrings& json, Wrapping wrapping) {
  std::vector<Block> blocks;
  std::string before;
  const auto& texts = json.texts();
  for (size_t number = 0; number < texts.size(); ++number) {
    before += json.before(number);
    const bool is_detected = wrapping == Wrapping::detected || wrapping == Wrapping::laid_out;
    const auto kept = is_detected ? Wrapping::kept : wrapping;
    const auto parts = blocks_of_lines(lines_with_ends(texts[number]), kept);
    if (std::ranges::none_of(parts, has_text)) {
      before += json.written(number);
      continue;
    }
    for (const auto& part : parts) {
      before += json_escaped(part.indent);
      if (has_text(part)) {
        const bool is_all = part.text == texts[number];
        blocks.push_back({.indent = std::exchange(before, {}), .text = part.text});
        blocks.back().json = is_all ? json.written(number) : json_escaped(part.text);
        blocks.back().breaks = part.breaks;
      }
      before += json_escaped(part.behind);
    }
  }
  before += json.before(texts.size());
  if (blocks.empty()) blocks.emplace_back();
  blocks.back().behind = std::move(before);
  return blocks;
}

/// Parses the document if it is JSON. Lines include their ends, except perhaps the last.
std::optional<JsonStrings> json_of(std::span<const std::string_view> lines) {
  const auto first = std::ranges::find_if(lines, [](auto line) { return !trimmed(line).empty(); });
  if (first == lines.end() || !JsonStrings::may_begin(*first)) return {};
  std::string document;
  for (const auto line : lines) {
    const bool has_end = document.empty() || document.ends_with('\n') || document.ends_with('\r');
    if (!has_end) return {};
    document += line;
  }
  return JsonStrings::of(std::move(document));
}

/// A translation of a text with `size` characters, broken into lines like the text.
std::string with_breaks(const std::string& translation, std::span<const Block::Break> breaks,
                        size_t size) {
  if (breaks.empty()) return translation;
  std::vector<size_t> spaces, characters;  // bytes and characters before each space
  size_t width = 0;
  for (size_t at = 0; at < translation.size(); ++at) {
    if (translation[at] == ' ') {
      spaces.push_back(at);
      characters.push_back(width);
    }
    width += continues_character(translation[at]) ? 0 : 1;
  }
  std::string lines;
  size_t done = 0, next = 0;  // bytes written; first space that may become a break
  for (const auto& one : breaks) {
    if (next == spaces.size()) break;
    const auto distance = [&](size_t space) {
      const size_t here = characters[space] * size, wanted = one.at * width;
      return here > wanted ? here - wanted : wanted - here;
    };
    size_t best = next;
    while (best + 1 < spaces.size() && distance(best + 1) <= distance(best)) ++best;
    lines.append(translation, done, spaces[best] - done).append(one.bytes);
    done = spaces[best] + 1;
    next = best + 1;
  }
  return lines.append(translation, done);
}

}  // namespace

std::string Block::with(const std::string& translation) const {
  const auto lines = with_breaks(translation, breaks, decode_utf8(text).size());
  if (json.empty()) return str(indent, lines, behind);
  return str(indent, lines == text ? json : json_escaped(lines), behind);
}

std::vector<Block> blocks_of(std::span<const std::string_view> lines, Wrapping wrapping) {
  const auto json = json_of(lines);
  return json ? blocks_of_json(*json, wrapping) : blocks_of_lines(lines, wrapping);
}

}  // namespace regard::text
