#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "regard/translate/translation.h"

namespace regard::cli {

enum class Format { text, nbest, jsonl };
constexpr auto names_of(Format) { return std::array{"text", "nbest", "jsonl"}; }

/// Word alignment to print: none, the source word with most attention, or all weights.
enum class Alignment { none, hard, soft };
constexpr auto names_of(Alignment) { return std::array{"none", "hard", "soft"}; }

struct TranslationFormat {
  Format format = Format::text;
  Alignment alignment = Alignment::none;
};

struct TranslatedLine {
  int64_t number;  ///< from 0
  std::string source = {};
  double seconds = 0.0;         ///< its share of the time of its batch
  std::string_view end = "\n";  ///< of a line of text
};

/// The text with its ||| as entities, as Moses escapes them, so that a reader of "A ||| B" finds
/// the columns.
std::string without_separators(std::string text);

/// The output for a line.
///
/// text: "TEXT", or "TEXT ||| ALIGNMENT". nbest: for each candidate, as in Moses and Marian,
/// "NUMBER ||| TEXT ||| F0= LOG_PROB ||| SCORE", with an alignment after the text, and with Cut= 1
/// after the log-probability of one that was cut off at the maximum length. jsonl: an object per
/// line, whose numbers of lines start from 1;
/// each has the same keys, also that of a line which needs no search.
std::string formatted(const translate::Translation& translation, const TranslatedLine& line,
                      const TranslationFormat& format);

}  // namespace regard::cli
