#pragma once
#include <cstddef>
#include <string>
#include <utility>

#include "regard/translate/translation.h"

namespace regard::report {

/// One self-contained HTML file that shows every attention map of one or more translations.
/// Sentence, source, layer and head are chosen with keyboard-accessible selectors; pointing at a
/// cell, or moving there with the arrow keys, shows its value. Needs no network; its own script
/// draws.
class AttentionPage {
 public:
  /// A page is full with this many sentences, or at this many bytes (see `regard translate
  /// --attention`): browsers still open it at once.
  static constexpr size_t kMostSentences = 50;
  static constexpr size_t kMostBytes = 20'000'000;

  /// `model`: the model's name on the page.
  explicit AttentionPage(std::string model) : model_(std::move(model)) {}

  /// Throws Error if there is no map.
  void add(const translate::AttendedTranslation& translation);
  size_t sentences() const { return count_; }
  bool is_full() const { return count_ >= kMostSentences || sentences_.size() >= kMostBytes; }

  /// The page. It needs at least one sentence.
  std::string html() const;

 private:
  std::string model_;
  std::string first_source_, first_translation_;  ///< shown before the script has run
  std::string sentences_;                         ///< objects of JSON
  size_t count_ = 0;
};

/// A piece in readable form: "▁chat" as "chat", and a continuation of a word as "·ons"; a lone "▁"
/// as "␣"; punctuation and special tokens unchanged.
std::string readable_piece(const std::string& piece);

}  // namespace regard::report
