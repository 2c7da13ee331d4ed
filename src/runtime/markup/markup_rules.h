#pragma once
#include <optional>
#include <string>
#include <vector>

#include "regard/text/translation_memory.h"

namespace regard::serve {

/// How a text is written.
enum class Markup { none, html, xml };

/// Ways to split a text into sentences.
enum class Splitting {
  none,   ///< nothing: a text is one sentence
  lines,  ///< a line end, and the marks within a line
  marks,  ///< its marks; a line end is a space, an empty line ends a paragraph
};

/// How XML elements affect sentences. In HTML only `ignored` and
/// `target_language` are read.
struct MarkupRules {
  std::vector<std::string> ignored = {};        ///< copied as they are
  std::vector<std::string> splitting = {};      ///< end a sentence
  std::vector<std::string> non_splitting = {};  ///< are within one
  /// Whether elements that are in none of these lists end a sentence if the element around them has
  /// no text of its own.
  bool outline_detection = true;
  /// Elements of HTML that say that they are in this language are copied, but for <html> and
  /// <body>, which often say so wrongly. Empty: none.
  std::string target_language = {};
};

/// A translation, and which words of the source its words come from.
struct TranslatedText {
  std::string text;
  std::vector<std::string> source_words = {}, target_words = {};
  std::vector<std::vector<float>> attention =
      {};                                     ///< a row for each target word, over source words
  std::vector<size_t> attention_begins = {};  ///< as Candidate::attention_begins
  std::optional<double> confidence = {};      ///< of the translation, if it is to be written
  bool stays = false;                         ///< there is none: the source stays as it is written
  std::vector<text::MemoryMatch> matches = {};  ///< of a translation memory, best first
};

}  // namespace regard::serve
