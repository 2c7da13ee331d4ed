#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "regard/translate/translation.h"

namespace regard::cli {

enum class Format { text, nbest, jsonl };
constexpr auto names_of(Format) { return std::array{"text", "nbest", "jsonl"}; }

/// Of words: none, the source word each target word attends to most, or all weights.
enum class Alignment { none, hard, soft };
constexpr auto names_of(Alignment) { return std::array{"none", "hard", "soft"}; }

struct TranslationFormat {
  Format format = Format::text;
  Alignment alignment = Alignment::none;
};

/// The output for line `number`, from 0; `seconds` is its share of the time of its batch.
///
/// text: "TEXT", or "TEXT ||| ALIGNMENT". nbest: for each candidate, as in Moses and Marian,
/// "NUMBER ||| TEXT ||| F0= LOG_PROB ||| SCORE", with an alignment after the text. jsonl: an object
/// per line.
std::string formatted(const translate::Translation& translation, int64_t number, double seconds,
                      const TranslationFormat& format);

}  // namespace regard::cli
