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
    const auto parts = blocks_of_lines(lines_with_ends(texts[number]), wrapping);
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

}  // namespace

std::string Block::with(const std::string& translation) const {
  if (json.empty()) return str(indent, translation, behind);
  return str(indent, translation == text ? json : json_escaped(translation), behind);
}

std::vector<Block> blocks_of(std::span<const std::string_view> lines, Wrapping wrapping) {
  const auto json = json_of(lines);
  return json ? blocks_of_json(*json, wrapping) : blocks_of_lines(lines, wrapping);
}

}  // namespace regard::text
