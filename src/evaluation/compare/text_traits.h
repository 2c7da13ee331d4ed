#pragma once
#include <cstddef>
#include <cstdint>

#include "compare/fact_rows.h"
#include "compare/words.h"

namespace regard::compare {

/// Surface features of translations, and of the references for comparison. Shares are from 0 to 1,
/// and 0 if there is nothing to count.
struct TextTraits {
  double words_per_sentence = 0;
  double length_ratio = 0;       ///< words / words of the reference
  double longer_sentences = 0;   ///< share of sentences over 1.25 times as long as their reference
  double shorter_sentences = 0;  ///< share of sentences under 0.8 times as long as their reference
  int64_t empty_sentences = 0;
  double repetition_rate = 0;  ///< share of words in repetitions of the sequence right before them
  int64_t repeating_sentences = 0;  ///< sentences with more repeated words than the reference
  double copy_rate = 0;  ///< share of words with 4 or more letters that are also in the source
  int64_t copied_sentences = 0;  ///< sentences of more than 3 words that equal their source
  double punctuation_f1 = 0;     ///< F1 of punctuation marks, against the reference
  double end_mark_accuracy =
      0;  ///< share of sentences with the same end mark as the reference, or none in both
  double accented_recall =
      0;  ///< share of the reference's accented words that are written correctly
  int64_t wrong_accents = 0;   ///< words that differ from the reference's only in accents
  int64_t distinct_words = 0;  ///< vocabulary used, in lowercase

  static void describe(auto& v) {
    using O = TextTraits;
    v.fact("words_per_sentence", &O::words_per_sentence,
           {"words per sentence", "mean", decimals<1>, Best::none, Where::page});
    v.fact("length_ratio", &O::length_ratio,
           {"length ratio", "words relative to the reference's; 1 is equally long", decimals<3>});
    v.fact("longer_sentences", &O::longer_sentences,
           {"much too long", "sentences with more than 1.25 times the reference's words", percent,
            Best::none, Where::page});
    v.fact("shorter_sentences", &O::shorter_sentences,
           {"much too short", "with under 0.8 times", percent, Best::none, Where::page});
    v.fact("empty_sentences", &O::empty_sentences,
           {"empty", "sentences without a translation", whole, Best::none, Where::page});
    v.fact("repetition_rate", &O::repetition_rate,
           {"repetition", "words that repeat the preceding words", percent});
    v.fact("repeating_sentences", &O::repeating_sentences,
           {"repeating sentences", "that repeat more than the reference does", whole, Best::none,
            Where::page});
    v.fact("copy_rate", &O::copy_rate,
           {"copied words",
            "words of four or more letters that are also in the source: names, or untranslated",
            percent});
    v.fact("copied_sentences", &O::copied_sentences,
           {"copied sentences", "that are their source", whole, Best::none, Where::page});
    v.fact("punctuation_f1", &O::punctuation_f1,
           {"punctuation F1", "marks that agree with the reference's", percent});
    v.fact("end_mark_accuracy", &O::end_mark_accuracy,
           {"end marks", "sentences that end with the reference's mark", percent});
    v.fact("accented_recall", &O::accented_recall,
           {"accented words", "words of the reference written with their accents", percent});
    v.fact("wrong_accents", &O::wrong_accents,
           {"wrong accents", "words that differ from the reference's only in accents", whole});
    v.fact("distinct_words", &O::distinct_words,
           {"different words", "the vocabulary in use", whole});
  }
};

/// The traits of `hypotheses`. `sources` may be empty; then nothing counts as copied.
TextTraits text_traits(const SplitText& hypotheses, const SplitText& references,
                       const SplitText& sources);

}  // namespace regard::compare
