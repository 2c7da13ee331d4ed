#include "bitext/code_marks.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/utf8.h"
#include "markup/html_segment.h"
#include "regard/base/str.h"

namespace regard::bitext {
namespace {

constexpr std::string_view kBegin = "\uFDD0", kEnd = "\uFDD1";

using Part = serve::HtmlPart;

/// The texts and marks of a side; the bytes of a mark are its key.
std::vector<Part> parts_of(std::string_view text) {
  std::vector<Part> parts;
  while (!text.empty()) {
    const size_t begin = text.find(kBegin);
    if (begin != 0) parts.push_back({.bytes = text.substr(0, begin)});
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin + kBegin.size());
    const size_t end = std::min(text.find(kEnd), text.size());
    parts.push_back({.kind = Part::Kind::word, .bytes = text.substr(0, end)});
    text.remove_prefix(std::min(end + kEnd.size(), text.size()));
  }
  return parts;
}

/// The text with each mark replaced by its placeholder. Marks without one are removed, and the
/// blanks on both sides of them become one.
std::string text_of(const std::vector<Part>& parts,
                    const std::map<std::string_view, std::string>& placeholders) {
  std::string text;
  bool is_behind_mark = false;
  for (const auto& part : parts) {
    const bool is_text = part.kind == Part::Kind::text;
    const auto placeholder = is_text ? placeholders.end() : placeholders.find(part.bytes);
    if (!is_text && placeholder == placeholders.end()) {
      is_behind_mark = true;
      continue;
    }
    auto bytes = is_text ? part.bytes : std::string_view(placeholder->second);
    if (is_behind_mark && (text.empty() || text.ends_with(' '))) {
      bytes.remove_prefix(std::min(bytes.find_first_not_of(kBlanks), bytes.size()));
    }
    is_behind_mark = is_behind_mark && bytes.empty();
    text += bytes;
  }
  return text;
}

/// The keys of the marks in alphabetical order.
std::vector<std::string_view> keys_of(const std::vector<Part>& parts) {
  std::vector<std::string_view> keys;
  for (const auto& part : parts) {
    if (part.kind != Part::Kind::text) keys.push_back(part.bytes);
  }
  std::ranges::sort(keys);
  return keys;
}

/// The placeholders of the source's marks that stand for words, by key. Empty if the target does
/// not have each of them exactly once.
std::map<std::string_view, std::string> placeholders_of(std::vector<Part> sources,
                                                        const std::vector<Part>& targets) {
  const auto keys = keys_of(targets);
  serve::read_words(sources);
  std::map<std::string_view, std::string> placeholders;
  for (const auto& part : sources) {
    if (part.kind != Part::Kind::kept) continue;
    const bool is_new = placeholders.emplace(part.bytes, part.words).second;
    if (!is_new || std::ranges::count(keys, part.bytes) != 1) return {};
  }
  return placeholders;
}

}  // namespace

std::string code_mark(std::string_view key) { return str(kBegin, key, kEnd); }

std::vector<CodedPair> readings_of(std::string_view source, std::string_view target) {
  const auto sources = parts_of(source), targets = parts_of(target);
  std::vector<CodedPair> readings;
  const auto placeholders = placeholders_of(sources, targets);
  if (!placeholders.empty()) {
    readings.push_back({text_of(sources, placeholders), text_of(targets, placeholders)});
  }
  if (keys_of(sources) == keys_of(targets)) {
    readings.push_back({text_of(sources, {}), text_of(targets, {})});
  }
  return readings;
}

}  // namespace regard::bitext
