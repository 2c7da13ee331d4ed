#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace regard::text {

/// A line that may belong to structured text: a message catalog, YAML, JSON, properties, a
/// calendar.
struct StructuredLine {
  bool is_structured = false;
  std::string_view before;  ///< the key, with marks and quotes
  /// The text to translate; empty if there is none. For an empty translation in a catalog, the text
  /// of the message.
  std::string_view value;
  std::string_view behind;  ///< the rest of the line: quotes and marks
};

/// For each line, given without its end, whether it is structured: a key and a value (msgid "cat",
/// "key": "cat", key = cat), one of several lines that look structured (key: cat, SUMMARY:cat), or
/// a string after such a line. The messages of a catalog (msgid, msgctxt) have no value, since
/// programs use them to look up translations.
std::vector<StructuredLine> structured_lines(std::span<const std::string_view> lines);

/// The lines of a YAML document, each without its end; empty if the document is not YAML. YAML here
/// means lines with a key and a value, list items, comments, and lines indented below these. Keys,
/// comments, anchors, aliases and the marks of a folded text are kept. Lines of a text block below
/// its key are not structured.
std::vector<StructuredLine> yaml_lines(std::span<const std::string_view> lines);

/// The lines of a text known to be YAML; its keys may have several words. Ends before the first
/// line that is not a key with a value, a list item, a comment, a directive or a mark.
std::vector<StructuredLine> lines_of_yaml(std::span<const std::string_view> lines);

}  // namespace regard::text
