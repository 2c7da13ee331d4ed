#include "findings/scripts.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::findings {
namespace {

struct ScriptBlock {
  char32_t first, last;
  std::string_view script;
};

constexpr std::string_view kLatin = "Latin", kEastAsian = "East Asian";

/// Unicode blocks, in ascending order.
constexpr std::array kBlocks = {
    ScriptBlock{0x41, 0x24F, kLatin},        ScriptBlock{0x250, 0x2AF, kLatin},
    ScriptBlock{0x370, 0x3FF, "Greek"},      ScriptBlock{0x400, 0x52F, "Cyrillic"},
    ScriptBlock{0x530, 0x58F, "Armenian"},   ScriptBlock{0x590, 0x5FF, "Hebrew"},
    ScriptBlock{0x600, 0x6FF, "Arabic"},     ScriptBlock{0x750, 0x77F, "Arabic"},
    ScriptBlock{0x8A0, 0x8FF, "Arabic"},     ScriptBlock{0x900, 0x97F, "Devanagari"},
    ScriptBlock{0x980, 0x9FF, "Bengali"},    ScriptBlock{0xA00, 0xA7F, "Gurmukhi"},
    ScriptBlock{0xA80, 0xAFF, "Gujarati"},   ScriptBlock{0xB00, 0xB7F, "Oriya"},
    ScriptBlock{0xB80, 0xBFF, "Tamil"},      ScriptBlock{0xC00, 0xC7F, "Telugu"},
    ScriptBlock{0xC80, 0xCFF, "Kannada"},    ScriptBlock{0xD00, 0xD7F, "Malayalam"},
    ScriptBlock{0xD80, 0xDFF, "Sinhala"},    ScriptBlock{0xE00, 0xE7F, "Thai"},
    ScriptBlock{0xE80, 0xEFF, "Lao"},        ScriptBlock{0xF00, 0xFFF, "Tibetan"},
    ScriptBlock{0x1000, 0x109F, "Burmese"},  ScriptBlock{0x10A0, 0x10FF, "Georgian"},
    ScriptBlock{0x1100, 0x11FF, kEastAsian}, ScriptBlock{0x1200, 0x139F, "Ethiopic"},
    ScriptBlock{0x1780, 0x17FF, "Khmer"},    ScriptBlock{0x1E00, 0x1EFF, kLatin},
    ScriptBlock{0x1F00, 0x1FFF, "Greek"},    ScriptBlock{0x2E80, 0x2FDF, kEastAsian},
    ScriptBlock{0x3040, 0x318F, kEastAsian}, ScriptBlock{0x31F0, 0x31FF, kEastAsian},
    ScriptBlock{0x3400, 0x9FFF, kEastAsian}, ScriptBlock{0xAC00, 0xD7FF, kEastAsian},
    ScriptBlock{0xF900, 0xFAFF, kEastAsian}, ScriptBlock{0xFB1D, 0xFB4F, "Hebrew"},
    ScriptBlock{0xFB50, 0xFDFF, "Arabic"},   ScriptBlock{0xFE70, 0xFEFF, "Arabic"},
    ScriptBlock{0xFF66, 0xFF9F, kEastAsian}, ScriptBlock{0x20000, 0x3FFFF, kEastAsian},
};

/// The index of a letter's block; the size of the table if it is in none.
size_t block_of(char32_t letter) {
  const auto* block = std::ranges::lower_bound(kBlocks, letter, {}, &ScriptBlock::last);
  const bool is_in = block != kBlocks.end() && letter >= block->first;
  return is_in ? static_cast<size_t>(block - kBlocks.begin()) : kBlocks.size();
}

/// Bytes below this value never begin a letter of a non-Latin script.
constexpr unsigned char kFirstOfOthers = 0xCD;

}  // namespace

MainScript main_script(std::string_view text) {
  std::array<size_t, kBlocks.size() + 1> counts{};
  for (size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      if (is_ascii_letter(text[at])) ++counts[0];
      ++at;
      continue;
    }
    const auto [value, length] = first_code_point(text.substr(at));
    at += std::max<size_t>(length, 1);
    if (length == 0) continue;
    if (byte < kFirstOfOthers) {
      ++counts[0];
    } else if (text::is_letter(value)) {
      ++counts.at(block_of(value));
    }
  }
  MainScript most;
  for (size_t at = 0; at < kBlocks.size(); ++at) {
    if (counts.at(at) == 0) continue;
    size_t letters = 0;
    for (size_t other = 0; other < kBlocks.size(); ++other) {
      if (kBlocks.at(other).script == kBlocks.at(at).script) letters += counts.at(other);
    }
    most.all_letters += counts.at(at);
    if (letters > most.letters) {
      most.letters = letters;
      most.name = kBlocks.at(at).script;
    }
  }
  return most;
}

}  // namespace regard::findings
