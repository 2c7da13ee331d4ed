#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace regard::compare {

/// What can be said of translations besides how right they are. Shares are from 0 to 1; with none
/// of what they count, 0. The reference itself has such traits too, to compare with.
struct TextTraits {
  double words_per_sentence = 0;
  double length_ratio = 0;       ///< words by those of the reference
  double longer_sentences = 0;   ///< share with more than 1.25 times the reference's words
  double shorter_sentences = 0;  ///< share with fewer than 0.8 times
  int64_t empty_sentences = 0;
  double repetition_rate =
      0;  ///< share of words inside a word sequence that has just come (words.h)
  int64_t repeating_sentences = 0;  ///< with one that is repeated more often than in the reference
  double copy_rate = 0;          ///< share of words (letters, 4 or more) that the source has, too
  int64_t copied_sentences = 0;  ///< that are their source, of more than 3 words
  double punctuation_f1 = 0;     ///< of punctuation marks, against the reference
  double end_mark_accuracy = 0;  ///< share of sentences that end in the reference's mark, or none
  double accented_recall = 0;    ///< share of the reference's words with accents that are written
  int64_t wrong_accents = 0;     ///< words that would be the reference's if no word had accents
  int64_t distinct_words = 0;    ///< vocabulary used, lower case
};

/// `sources` may be empty: nothing is copied then.
TextTraits text_traits(const std::vector<std::string>& hypotheses,
                       const std::vector<std::string>& references,
                       const std::vector<std::string>& sources);

}  // namespace regard::compare
