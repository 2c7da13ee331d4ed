#pragma once
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace regard::draw {

/// Translations of the English texts in pictures.
class Phrases {
 public:
  /// Each line of `table` is an English text, a tab and its translation, or a text that stays
  /// English. Numbers are written as {}, in the same order on both sides: "layer {}". Empty lines
  /// and lines that begin with # are skipped. Throws std::invalid_argument if the two sides differ
  /// in their number of {}.
  explicit Phrases(std::string_view table);

  /// The translation of a text. If the table lacks the text, the parts between " · " or ": " and
  /// around a shape at the end, "(batch, query, 8)", are translated separately, and so is ": "
  /// itself. Parts that the table lacks stay English.
  std::string of(std::string_view text) const;
  /// The parts of a text that are not in the table but contain a word that is not allowed to stay
  /// English. File and variable names do not count as words.
  std::vector<std::string> unknown(std::string_view text) const;

 private:
  using Report = std::function<void(std::string_view part)>;
  std::string read(std::string_view text, const Report& report) const;
  std::string read_part(std::string_view part, const Report& report) const;
  const std::string* find(std::string_view form) const;

  std::map<std::string, std::string, std::less<>> by_form_;
};

/// During its lifetime, pictures drawn on this thread have their texts translated by `phrases`,
/// like a locale for numbers. nullptr: English.
class DrawnIn {
 public:
  explicit DrawnIn(const Phrases* phrases);
  ~DrawnIn();
  DrawnIn(const DrawnIn&) = delete;
  DrawnIn& operator=(const DrawnIn&) = delete;

 private:
  const Phrases* outer_;
};

/// A text translated for the pictures of this thread.
std::string drawn_text(std::string_view english);
/// A text with {} in place of each of `parts`, translated for the pictures of this thread.
std::string drawn_text(std::string_view english, const std::vector<std::string>& parts);
/// HTML with the texts between its tags and in its aria-labels translated.
std::string drawn_html(std::string_view english);

}  // namespace regard::draw
