#pragma once
#include <optional>
#include <string>
#include <vector>

#include "regard/text/translation_memory.h"

namespace regard::serve {

/// The markup of a text.
enum class Markup { none, html, xml };

/// The rule by which a text is split into sentences.
enum class Splitting {
  none,   ///< no splitting: a text is one sentence
  lines,  ///< splits at line ends and at punctuation within a line
  marks,  ///< splits at punctuation; a line end is a space, an empty line ends a paragraph
};

/// The effects of XML elements on sentences. HTML uses only `ignored` and the languages.
struct MarkupRules {
  /// Elements copied unchanged. An element that is also in `splitting` ends a sentence.
  std::vector<std::string> ignored = {};
  std::vector<std::string> splitting = {};      ///< elements that end a sentence
  std::vector<std::string> non_splitting = {};  ///< elements that are part of a sentence
  /// Whether an element that is in no list ends a sentence if its parent has no text of its own, as
  /// in an outline.
  bool outline_detection = true;
  /// An element that declares the target language, or any but the source language, is copied,
  /// except <html>, <body> and the root of XML, whose declarations are often wrong. Empty: the
  /// language is unknown.
  std::string source_language = {}, target_language = {};
};

/// A translation with its word alignment.
struct TranslatedText {
  std::string text;
  std::vector<std::string> source_words = {}, target_words = {};
  std::vector<std::vector<float>> attention =
      {};                                       ///< a row for each target word, over source words
  std::vector<size_t> attention_begins = {};    ///< like Candidate::attention_begins
  std::optional<double> confidence = {};        ///< written to the output if set
  bool stays = false;                           ///< no translation: the source stays as written
  std::vector<text::MemoryMatch> matches = {};  ///< entries of a translation memory, best first
};

}  // namespace regard::serve
