#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "translate/word_alignment.h"

namespace regard::translate {

/// <pad>, <s> and </s>.
bool is_special_piece(std::string_view piece);
/// A piece without its mark of a space.
std::string_view letters_of(std::string_view piece);
/// Whether a piece has neither a letter nor a digit.
bool is_mark_piece(std::string_view piece);
/// Pieces before the end of the sentence.
size_t count_of_pieces(const std::vector<std::string>& pieces);

/// Pieces from `begin` to before `end`.
struct PieceRange {
  size_t begin, end;
};

/// Finds places among the pieces of a translation by its attention over the source's pieces. All
/// arguments must outlive it.
class PlaceFinder {
 public:
  /// `sources`: the number of the source's pieces. `attention` may be empty: places then correspond
  /// by their distance from the beginning.
  PlaceFinder(const std::vector<std::string>& target, const Weights& attention, size_t sources);

  /// The place where the fewest alignments cross: words before the place belong to the first
  /// `source` pieces, and words after it to the others.
  size_t by_attention(size_t source) const;
  /// Behind the marks that the translation begins with.
  size_t behind_first_marks() const;
  /// Before the marks that the translation ends with.
  size_t before_last_marks() const;
  size_t end() const { return size_; }

  /// Not within a word, nor behind an apostrophe or a hyphen in it.
  bool is_between_words(size_t place) const;

  /// The words of the translation, without marks; l' and d' are words.
  std::vector<PieceRange> words() const;
  /// The letters of a word.
  std::string text_of(const PieceRange& word) const;
  /// The share of a word's attention that goes to some pieces of the source.
  double share(const PieceRange& word, const PieceRange& source) const;
  /// The word that attends most to some pieces of the source; an empty one if there is none.
  PieceRange word_of(const PieceRange& source) const;

  const std::vector<std::string>& pieces() const { return target_; }
  bool attends() const { return !attention_.empty() && sources_ > 0; }
  size_t sources() const { return sources_; }

 private:
  size_t by_distance(size_t source) const;
  double share_of_piece(size_t row, const PieceRange& source) const;

  const std::vector<std::string>& target_;
  const Weights& attention_;
  size_t sources_, size_;
};

}  // namespace regard::translate
