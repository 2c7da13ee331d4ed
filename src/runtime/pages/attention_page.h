#pragma once
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "draw/language.h"
#include "regard/translate/translation.h"

namespace regard::report {

/// One self-contained HTML file that shows every attention map of one or more translations.
/// Sentence, source, layer and head are chosen with keyboard-accessible selectors. Pointing at a
/// cell, or moving to it with the arrow keys, shows its value. The page needs no network: its own
/// script does the drawing.
class AttentionPage {
 public:
  /// A page is full at this many sentences or bytes (see `regard translate --attention`). Browsers
  /// still open a full page at once.
  static constexpr size_t kMostSentences = 50;
  static constexpr size_t kMostBytes = 20'000'000;

  /// `model`: the model's name shown on the page.
  explicit AttentionPage(std::string model, draw::Language language = draw::Language::en)
      : model_(std::move(model)), language_(language) {}

  /// Throws Error if the translation has no attention map.
  void add(const translate::AttendedTranslation& translation);
  size_t sentences() const { return count_; }
  bool is_full() const { return count_ >= kMostSentences || sentences_.size() >= kMostBytes; }

  /// The page, which must have at least one sentence.
  std::string html() const;

 private:
  std::string model_;
  draw::Language language_;
  std::string first_source_, first_translation_;  ///< shown before the script has run
  std::string sentences_;                         ///< JSON objects
  size_t count_ = 0;
};

/// A piece in readable form: "▁chat" as "chat", a continuation of a word as "·ons", a "▁" by itself
/// as "␣". Punctuation and special tokens are unchanged.
std::string readable_piece(const std::string& piece);
std::vector<std::string> readable_pieces(const std::vector<std::string>& pieces);

}  // namespace regard::report
