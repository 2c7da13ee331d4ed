#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace regard::text {

/// A line that may be of structured text: a catalogue of messages, YAML, JSON, properties, a
/// calendar.
struct StructuredLine {
  bool is_structured = false;
  std::string_view before;  ///< key of the line, with marks and quotes
  /// Empty: there is nothing to translate. In a catalogue, where a translation is empty, it is that
  /// of the message.
  std::string_view value;
  std::string_view behind;  ///< quotes and marks; all of the line: what `before` and `value` leave
};

/// For each line, without its end, whether it is structured: a key and its value (msgid "cat",
/// "key": "cat", key = cat), or one of several lines that may be (key: cat, SUMMARY:cat), or a
/// string behind such a line. The messages of a catalogue (msgid, msgctxt) have no value, since
/// programs find their translations by them.
std::vector<StructuredLine> structured_lines(std::span<const std::string_view> lines);

/// The lines of a YAML document, each without its end; none if it is not one: lines with a key and
/// a value, and nothing but items of lists, comments, and what is indented below them. Keys,
/// comments, anchors, aliases and the marks of a folded text stay. The lines of a text below its
/// key are not structured.
std::vector<StructuredLine> yaml_lines(std::span<const std::string_view> lines);

/// The lines of a text that is YAML, whose keys may have several words. They end before the first
/// line that is neither a key with a value, an item of a list, nor a comment, directive or mark.
std::vector<StructuredLine> lines_of_yaml(std::span<const std::string_view> lines);

}  // namespace regard::text
