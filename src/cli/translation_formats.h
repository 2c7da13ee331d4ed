#pragma once
#include <cstdint>
#include <string>

#include "regard/translate/translation.h"

namespace regard::cli {

/// Output formats of translations.
struct TranslationFormat {
  std::string format = "text";     ///< text, nbest or jsonl
  std::string alignment = "none";  ///< none, hard or soft; of words
};

/// What is written of the line of this number, from 0; `seconds` is its share of the time of the
/// lines that were translated together.
///
/// text: "TEXT", or "TEXT ||| ALIGNMENT". nbest, for each candidate, as Moses and Marian have it:
/// "NUMBER ||| TEXT ||| F0= LOG_PROB ||| SCORE", an alignment right after the text. jsonl: an
/// object a line.
std::string formatted(const translate::Translation& translation, int64_t number, double seconds,
                      const TranslationFormat& format);

}  // namespace regard::cli
