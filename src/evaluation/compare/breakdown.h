#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "compare/words.h"
#include "metrics/metric.h"

namespace regard::compare {

/// A slice with fewer sentences gets no interval and no best system, and does not influence the
/// verdict.
inline constexpr std::size_t kLeastSentences = 25;

/// The scores of each system on some of the sentences.
struct Slice {
  struct Scores {
    double bleu = 0;
    double chrf = 0;
    /// 95% bootstrap interval; empty for fewer than kLeastSentences.
    std::optional<metrics::Interval> bleu_interval = {};

    static void describe(auto& v) {
      v.facts("bleu", &Scores::bleu, "chrf", &Scores::chrf, "bleu_interval",
              &Scores::bleu_interval);
    }
  };

  std::string name = {};  ///< "1–9", "question"
  std::size_t sentences = 0;
  std::vector<Scores> systems = {};  ///< by system; empty if the slice has no sentences
  /// A description of the sentences: "questions", "sentences of 6–10 words"; empty for the slice of
  /// all remaining sentences.
  std::string in_words = {};

  static void describe(auto& v) {
    v.facts("name", &Slice::name, "sentences", &Slice::sentences, "systems", &Slice::systems);
  }
};

/// All sentences, divided by one criterion.
struct Breakdown {
  std::string by = {};       ///< "source length", "rarest source word", "kind"
  std::string meaning = {};  ///< a sentence that explains the slices
  bool overlapping = false;  ///< whether a sentence may be in several slices or in none
  std::vector<Slice> slices = {};

  static void describe(auto& v) {
    v.facts("by", &Breakdown::by, "meaning", &Breakdown::meaning, "overlapping",
            &Breakdown::overlapping, "slices", &Breakdown::slices);
  }
};

/// The sentences of a slice, by index.
struct SliceMembers {
  std::string name = {};
  std::vector<std::size_t> sentences = {};
  std::string in_words = {};  ///< copied to Slice::in_words
};

/// Slices by number of words: 1–5, 6–10, 11–15, 16–20, 21–30, 31–50, 51+, without empty slices at
/// either end.
std::vector<SliceMembers> slices_by_length(const SplitText& lines);

/// Slices by the training frequency of each line's rarest word, ignoring punctuation, starting from
/// "unseen".
std::vector<SliceMembers> slices_by_rarest_word(const SplitText& lines,
                                                const WordCounts& frequencies);

/// Slices by kind (sentence.h). A sentence is in the slice of each of its kinds, or in "none of
/// these".
std::vector<SliceMembers> slices_by_kind(const std::vector<std::vector<std::string>>& kinds);

/// The scores of each slice. `systems`: hypotheses by system.
std::vector<Slice> score_slices(const std::vector<SliceMembers>& members,
                                const std::vector<std::vector<std::string>>& systems,
                                const std::vector<std::string>& references);

}  // namespace regard::compare
