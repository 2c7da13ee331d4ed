#include "documents/content.h"

#include <algorithm>
#include <array>
#include <utility>

namespace regard::documents {
namespace {

using Row = std::pair<std::string_view, std::string_view>;

constexpr std::array<Row, 12> kBeginnings = {{
    {"%PDF-", "a PDF document"},
    {"PK\x03\x04", "a zip archive, like an office document"},
    {"\xD0\xCF\x11\xE0", "an Office 97 document or an encrypted document"},
    {"{\\rtf", "an RTF document"},
    {"\x1F\x8B", "packed with gzip"},
    {"BZh", "packed with bzip2"},
    {"\xFD"
     "7zXZ",
     "packed with xz"},
    {"\x28\xB5\x2F\xFD", "packed with zstd"},
    {"\x89PNG", "a picture"},
    {"\xFF\xD8\xFF", "a picture"},
    {"GIF8", "a picture"},
    {"\x7F"
     "ELF",
     "a program"},
}};

}  // namespace

std::string_view kind_of_content(std::string_view bytes) {
  const auto* row = std::ranges::find_if(
      kBeginnings, [&](const Row& one) { return bytes.starts_with(one.first); });
  return row == kBeginnings.end() ? std::string_view() : row->second;
}

}  // namespace regard::documents
