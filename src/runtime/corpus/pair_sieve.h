#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "config/data_options.h"
#include "corpus/cleaning.h"

namespace regard::corpus {

/// Why a line of own pairs is not trained on.
enum class Flaw { empty, no_tab, not_utf8, nul_byte, too_long, repeated, same };
constexpr auto names_of(Flaw) {
  return std::array{"empty",    "without a tab", "not UTF-8",      "NUL byte",
                    "too long", "repeated",      "source = target"};
}

/// A side of more words, or of more characters, has more than the 128 tokens that a training pair
/// may have (data.max_length), whatever the tokenizer: no token holds parts of two words, or more
/// than 16 characters.
inline constexpr int64_t kMostWords = 127;
inline constexpr int64_t kMostCharacters = kMostWords * 16;

struct RejectedLine {
  int64_t number = 0;  ///< in its file, from 1
  Flaw flaw = Flaw::empty;
  std::string line;  ///< unchanged; two files' lines are joined by a tab
};

/// The pairs of a file that can be trained on, trimmed, without tabs in them, and the other lines.
struct SievedPairs {
  std::vector<LinePair> pairs;
  std::vector<RejectedLine> rejected;
  int64_t lines = 0;
  int64_t more_columns = 0;  ///< lines with more than the two columns that are read
  int64_t first_with_more_columns = 0;

  /// How many lines have a flaw, and "without a tab (lines 3, 8, 9, ...)", for each that occurs.
  std::vector<std::pair<int64_t, std::string>> flaws() const;
};

/// Reads a parallel text as people have them, with lines that cannot be trained on. With `strict`,
/// a line without a tab or that is not UTF-8 is an Error instead. Throws Error for a file that is
/// not a regular one, two files of different numbers of lines, and a file that is wholly in another
/// encoding or whose lines end with carriage returns only.
SievedPairs sieve(const config::ParallelText& text, bool strict);

}  // namespace regard::corpus
