#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "corpus/cleaning.h"
#include "corpus/examples.h"
#include "corpus/learn_shortlist.h"
#include "findings/subject.h"

namespace regard::findings {

/// Scores how well the words of a pair match as translations, with IBM model 1 on words, learned
/// from a sample of the pairs.
class AlignmentScore {
 public:
  explicit AlignmentScore(const std::vector<corpus::LinePair>& sample);
  AlignmentScore(const AlignmentScore&) = delete;
  AlignmentScore& operator=(const AlignmentScore&) = delete;

  /// The mean, over the known target words, of the log ratio between a word's probability given the
  /// source and its frequency. Around 2 for translations, below 0 for unrelated texts. NaN if a
  /// side has fewer known words than `fewest`: short sentences are often idioms, such as "What is
  /// your name?".
  double of(std::string_view source, std::string_view target, size_t fewest = 5) const;
  /// The share of a side's words that the sample knows; 1 for a text without words.
  double share_known(std::string_view text, Side side) const;

 private:
  using Ids = std::vector<int64_t>;
  using Vocabulary = std::unordered_map<std::string, int32_t>;

  static Vocabulary learn_vocabulary(const std::vector<corpus::LinePair>& sample,
                                     std::string corpus::LinePair::*side);
  static Ids ids_of(std::string_view text, const Vocabulary& vocabulary);
  static Ids beginning(Ids words);
  corpus::Examples examples_of(const std::vector<corpus::LinePair>& sample) const;
  void learn_frequencies();

  Vocabulary sources_, targets_;
  corpus::Examples examples_;
  std::vector<size_t> chosen_;
  corpus::LexicalTable table_;
  std::vector<double> frequencies_;  // P(target word)
};

/// Scores each pair with a model that has not seen it: two models each learn from half of the
/// sample.
class AlignmentScores {
 public:
  explicit AlignmentScores(const std::vector<corpus::LinePair>& sample);
  double of(std::string_view source, std::string_view target, size_t fewest = 5) const;
  double share_known(const bitext::Pair& pair, Side side) const;

 private:
  std::array<AlignmentScore, 2> scores_;
};

/// The score below which the given share of unrelated pairs (made from the sample) falls; minus
/// infinity if the sample has too few pairs.
double threshold_of_strangers(const AlignmentScores& scores,
                              const std::vector<corpus::LinePair>& sample, double share);

/// The scores and thresholds that distinguish misaligned pairs from others.
struct Alignment {
  explicit Alignment(const std::vector<corpus::LinePair>& sample) : scores(sample) {}

  AlignmentScores scores;
  double threshold = 0;      ///< threshold for a misaligned pair
  double of_several = 0;     ///< threshold for most pairs of a misaligned run
  bool knows_words = false;  ///< an unknown word is unusual for these texts
};

/// Null if the sample is too small or `share`, the share of misaligned pairs to find, is 0.
std::shared_ptr<const Alignment> alignment_of(const std::vector<corpus::LinePair>& sample,
                                              double share);

}  // namespace regard::findings
