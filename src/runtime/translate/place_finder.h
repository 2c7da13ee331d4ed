#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "translate/word_alignment.h"

namespace regard::translate {

/// Whether a piece is <pad>, <s> or </s>.
bool is_special_piece(std::string_view piece);
/// A piece without its word mark.
std::string_view letters_of(std::string_view piece);
/// Whether a piece has neither a letter nor a digit.
bool is_mark_piece(std::string_view piece);
/// The number of pieces before the end of the sentence.
size_t count_of_pieces(const std::vector<std::string>& pieces);

/// A half-open range of pieces.
struct PieceRange {
  size_t begin, end;
};

/// Finds places among the pieces of a translation using its attention over the source pieces. All
/// constructor arguments must outlive this object.
class PlaceFinder {
 public:
  /// `sources`: the number of source pieces. Without `attention`, a place in the source corresponds
  /// to the same relative position in the translation.
  PlaceFinder(const std::vector<std::string>& target, const Weights& attention, size_t sources);

  /// The place where the fewest alignments cross: words before it belong to the first `source`
  /// source pieces, and words after it to the others.
  size_t by_attention(size_t source) const;
  /// The place after the translation's leading marks.
  size_t behind_first_marks() const;
  /// The place before the translation's final marks.
  size_t before_last_marks() const;
  size_t end() const { return size_; }

  /// Whether a place is between words: not within a word, nor after an apostrophe or hyphen in one.
  bool is_between_words(size_t place) const;

  /// The words of the translation, without marks. Elided articles (l', d') are separate words.
  std::vector<PieceRange> words() const;
  /// The letters of a word.
  std::string text_of(const PieceRange& word) const;
  /// The share of a word's attention that goes to the given source pieces.
  double share(const PieceRange& word, const PieceRange& source) const;
  /// The word that attends most to the given source pieces; an empty range if there is none.
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
