#include "compare/plain_text.h"

#include <algorithm>
#include <sstream>

#include "regard/base/utf8.h"

namespace regard::compare {
namespace {

constexpr std::size_t kGap = 2;  // between columns

std::size_t width(const std::string& text) { return decode_utf8(text).size(); }

std::string spaces(std::size_t count) { return std::string(count, ' '); }

}  // namespace

std::string shortened(const std::string& text, std::size_t most) {
  const auto characters = decode_utf8(text);
  if (characters.size() <= most) return text;
  std::string cut;
  for (std::size_t i = 0; i + 1 < most; ++i) append_utf8(characters[i], cut);
  return most == 0 ? std::string() : cut + "…";
}

std::string wrapped(const std::string& text, const std::string& first, const std::string& rest) {
  std::string lines, line = first;
  bool has_word = false;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (has_word && width(line) + 1 + width(word) > kColumns) {
      lines += line + '\n';
      line = rest;
      has_word = false;
    }
    line += (has_word ? " " : "") + word;
    has_word = true;
  }
  return lines + line + '\n';
}

std::string plain_table(const std::vector<std::string>& head,
                        const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(head.size(), 0);
  const auto fit = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  };
  fit(head);
  for (const auto& row : rows) fit(row);
  std::size_t others = 0;
  for (std::size_t i = 1; i < widths.size(); ++i) others += widths[i] + kGap;
  widths[0] = std::min(widths[0], kColumns - std::min(others, kColumns));

  std::string text;
  const auto write = [&](const std::vector<std::string>& row) {
    const auto label = shortened(row[0], widths[0]);
    std::string line = label + spaces(widths[0] - width(label));
    for (std::size_t i = 1; i < row.size(); ++i) {
      line += spaces(kGap + widths[i] - width(row[i])) + row[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  };
  write(head);
  for (const auto& row : rows) write(row);
  return text;
}

}  // namespace regard::compare
