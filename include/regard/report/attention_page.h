#pragma once
#include <cstddef>
#include <string>
#include <utility>

#include "regard/translate/attended_translation.h"

namespace regard::report {

/// One HTML file that shows every attention map of a translation, or of several: sentence, source,
/// layer and head are chosen with selectors that the keyboard reaches, pointing at a cell (or
/// walking there with the arrow keys) says its value. Needs nothing beside it and no network; its
/// own script draws.
class AttentionPage {
 public:
  /// Full is a page with so many sentences, or once it has so many bytes (as `regard translate
  /// --attention` says): a browser still opens it at once.
  static constexpr size_t kMostSentences = 50;
  static constexpr size_t kMostBytes = 20'000'000;

  /// `model`: what the page calls the model.
  explicit AttentionPage(std::string model) : model_(std::move(model)) {}

  /// Throws Error if there is no map.
  void add(const translate::AttendedTranslation& translation);
  size_t sentences() const { return count_; }
  bool is_full() const { return count_ >= kMostSentences || sentences_.size() >= kMostBytes; }

  /// Of at least one sentence.
  std::string html() const;

 private:
  std::string model_;
  std::string first_source_, first_translation_;  ///< shown before the script has run
  std::string sentences_;                         ///< objects of JSON
  size_t count_ = 0;
};

/// A piece for a reader: "▁chat" as "chat", and what goes on with a word as "·ons"; a lone "▁" as
/// "␣"; punctuation and special tokens as they are.
std::string readable_piece(const std::string& piece);

}  // namespace regard::report
