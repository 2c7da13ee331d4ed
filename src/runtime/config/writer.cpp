#include "config/writer.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "base/utf8.h"

namespace regard::config {
namespace {

bool is_plain_character(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0 ||
         std::string_view("_-./+~ ").find(c) != std::string_view::npos;
}

// Whether `text` never needs quotes. Stricter than YAML, so that every reader agrees.
bool can_be_plain(std::string_view text) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
  if (text == "---" || text == "..." || text == "-") return false;
  if (text.front() == '-' && text.size() > 1 && text[1] == ' ') return false;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool is_of_time = text[at] == ':' && at > 0 && at + 1 < text.size() &&
                            is_ascii_digit(text[at - 1]) && is_ascii_digit(text[at + 1]);  // 1:20
    if (!is_plain_character(text[at]) && !is_of_time) return false;
  }
  return true;
}

std::string in_quotes(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      quoted += "\\x";
      quoted += "0123456789ABCDEF"[byte >> 4];
      quoted += "0123456789ABCDEF"[byte & 0xF];
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

// Adds quotes if a reader might take a string for a number or null.
std::string plain_or_quoted(const std::string& text, bool is_text) {
  const bool is_plain = can_be_plain(text) && !(is_text && looks_like_another_type(text));
  return is_plain ? text : in_quotes(text);
}

// The text that fits after "key: " on the same line; empty if the node needs lines of its own.
std::string on_one_line(const Node& node) {
  if (node.is_nothing()) return "null";
  if (node.is_scalar()) return plain_or_quoted(node.text, node.quoted);
  if (node.is_map()) return node.entries.empty() ? "{}" : "";
  std::string text = "[";
  for (const auto& item : node.items) {
    if (!item.is_scalar() && !item.is_nothing()) return "";
    text += (text.size() == 1 ? "" : ", ") + on_one_line(item);
  }
  return text + "]";
}

// Writes every line of a list or map, indented; `first_indent` replaces the indent of the first
// line.
void write_block(const Node& node, const std::string& indent, std::string first_indent,
                 std::string& out) {
  const auto write_child = [&](const std::string& head, const Node& value, bool is_item) {
    out += first_indent + head;
    first_indent = indent;
    if (const std::string text = on_one_line(value); !text.empty()) {
      out += (is_item ? "" : " ") + text + "\n";
    } else if (is_item) {
      write_block(value, indent + "  ", "", out);
    } else {
      out += "\n";
      write_block(value, indent + "  ", indent + "  ", out);
    }
  };
  for (const auto& item : node.items) write_child("- ", item, true);
  for (const auto& entry : node.entries)
    write_child(plain_or_quoted(entry.key, true) + ":", entry.value, false);
}

std::string value_text(const Node* node) {
  if (node == nullptr) return "(none)";
  const std::string text = on_one_line(*node);
  return text.empty() ? (node->is_map() ? "{...}" : "[...]") : text;
}

void compare(const std::string& key, const Node* before, const Node* after,
             std::vector<Difference>& found) {
  static const Node kNothing;
  const Node& a = before == nullptr ? kNothing : *before;
  const Node& b = after == nullptr ? kNothing : *after;
  const auto is_map = [](const Node& node) { return node.is_map() && !node.entries.empty(); };
  const auto is_list = [](const Node& node) { return node.is_list() && !node.items.empty(); };
  // A section or list that one side lacks is compared value by value.
  if (is_map(a) ? is_map(b) || b.is_nothing() : is_map(b) && a.is_nothing()) {
    for (const auto& entry : a.entries) {
      compare(joined_key(key, entry.key), &entry.value, b.find(entry.key), found);
    }
    for (const auto& entry : b.entries) {
      if (a.find(entry.key) != nullptr) continue;
      compare(joined_key(key, entry.key), nullptr, &entry.value, found);
    }
  } else if (is_list(a) ? b.is_list() || b.is_nothing()
                        : is_list(b) && (a.is_nothing() || a.is_list())) {
    for (size_t i = 0; i < std::max(a.items.size(), b.items.size()); ++i) {
      compare(joined_key(key, std::to_string(i)), i < a.items.size() ? &a.items[i] : nullptr,
              i < b.items.size() ? &b.items[i] : nullptr, found);
    }
  } else if (before == nullptr || after == nullptr || !(a == b)) {
    found.push_back({key, value_text(before), value_text(after)});
  }
}

}  // namespace

std::string to_yaml(const Node& node) {
  if (const std::string text = on_one_line(node); !text.empty()) return text + "\n";
  std::string out;
  write_block(node, "", "", out);
  return out;
}

std::vector<Difference> differences(const Node& before, const Node& after) {
  std::vector<Difference> found;
  compare("", &before, &after, found);
  return found;
}

}  // namespace regard::config
