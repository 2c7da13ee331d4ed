#pragma once
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace regard::draw {

/// Texts of pictures in another language, by the English ones.
class Phrases {
 public:
  /// Each line of `table` is an English text, a tab, and the other one; or a text that stays. The
  /// numbers of a text are {}, in the same order in both: "layer {}". Empty lines and lines that
  /// begin with # are skipped. Throws std::invalid_argument if the two have other numbers of {}.
  explicit Phrases(std::string_view table);

  /// A text in the other language. Of a text that has no phrase, the parts between " · " or ": "
  /// and those of a shape at its end, "(batch, query, 8)", are looked up; what has none stays.
  std::string of(std::string_view text) const;
  /// The parts of a text that have no phrase, but a word that has none that stays. What looks like
  /// the name of a file or of a variable is no word.
  std::vector<std::string> unknown(std::string_view text) const;

 private:
  using Report = std::function<void(std::string_view part)>;
  std::string read(std::string_view text, const Report& report) const;
  std::string read_part(std::string_view part, const Report& report) const;
  const std::string* find(std::string_view form) const;

  std::map<std::string, std::string, std::less<>> by_form_;
};

/// While it lives, the pictures that this thread draws have their texts in the language of
/// `phrases`, as numbers have the form of a locale. nullptr: in English.
class DrawnIn {
 public:
  explicit DrawnIn(const Phrases* phrases);
  ~DrawnIn();
  DrawnIn(const DrawnIn&) = delete;
  DrawnIn& operator=(const DrawnIn&) = delete;

 private:
  const Phrases* outer_;
};

/// A text in the language of this thread's pictures.
std::string drawn_text(std::string_view english);
/// HTML whose texts, between its tags, are in that language.
std::string drawn_html(std::string_view english);

}  // namespace regard::draw
