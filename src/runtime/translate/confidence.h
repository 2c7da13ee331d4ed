#pragma once
#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "regard/base/named_enum.h"
#include "regard/text/glossary.h"
#include "regard/translate/translation.h"

namespace regard::translate {

/// The probabilities that a translation is good and that each of its words is right. Both are given
/// by a logistic model of features that the search computes anyway,
///   confidence = 1 / (1 + exp(-sum over f of weight[f] * feature[f])),
/// fitted by `regard eval --calibrate` to translations with known references. (Guo et al., 2017,
/// arXiv:1706.04599, calibrate a network in the same way using only its logits; Ueffing and Ney,
/// 2007, doi:10.1162/coli.2007.33.1.9, estimate word confidence from such features.)

/// Features of a word. Log-probabilities are those of its pieces, at least kLeastLogProb each, or 0
/// for a word that the model did not write.
enum class WordFeature {
  bias,             ///< 1
  probability,      ///< product of the probabilities of the word's pieces
  mean_log_prob,    ///< mean over the word's pieces
  min_log_prob,     ///< minimum over the word's pieces
  log_pieces,       ///< log of the number of pieces, at least one
  log_letters,      ///< log of the number of characters
  is_copied,        ///< 1 if the source also contains the word
  is_mark,          ///< 1 if the word has no letters or digits
  before,           ///< min_log_prob of the previous word
  behind,           ///< min_log_prob of the next word
  mean_of_sentence  ///< mean_log_prob of all pieces of the sentence
};
constexpr auto names_of(WordFeature) {
  return std::array{"bias",       "probability", "mean_log_prob",   "min_log_prob",
                    "log_pieces", "log_letters", "is_copied",       "is_mark",
                    "before",     "behind",      "mean_of_sentence"};
}

/// Features of a sentence.
enum class SentenceFeature {
  bias,            ///< 1
  mean_log_prob,   ///< mean over the sentence's pieces, including its end
  min_log_prob,    ///< minimum over the sentence's pieces
  doubtful_words,  ///< share of words with a piece below kDoubtful
  log_words,       ///< log of the number of words, at least one
  length_ratio,    ///< |log of the ratio of word counts, each plus one|
  copied_words,    ///< share of words that the source also contains
  unknown_words,   ///< share of source words outside the vocabulary
  repeats,         ///< 1 if the translation is caught in a loop
  is_unfinished    ///< 1 if the translation was cut off
};
constexpr auto names_of(SentenceFeature) {
  return std::array{"bias",      "mean_log_prob", "min_log_prob", "doubtful_words",
                    "log_words", "length_ratio",  "copied_words", "unknown_words",
                    "repeats",   "is_unfinished"};
}

inline constexpr double kLeastLogProb = -8.0;
inline constexpr double kDoubtful = -1.2;  ///< log of a probability of 0.3

template <NamedEnum Feature>
using FeaturesOf = std::array<double, names_of(Feature{}).size()>;
using WordFeatures = FeaturesOf<WordFeature>;
using SentenceFeatures = FeaturesOf<SentenceFeature>;

/// The value of a logistic model with these weights.
template <size_t size>
double logistic(const std::array<double, size>& weights, const std::array<double, size>& features);

/// The weights learned by `regard eval --calibrate`, stored in a model's confidence.yaml.
struct ConfidenceWeights {
  WordFeatures word = {};
  SentenceFeatures sentence = {};
  double good_chrf = 50.0;  ///< chrF2 at or above which a translation counts as good

  bool operator==(const ConfidenceWeights&) const = default;
};

std::string to_yaml(const ConfidenceWeights& weights);
/// Throws Error naming `file` if a weight is missing, unknown or not a number.
ConfidenceWeights read_confidence(std::string_view yaml, const std::string& file);

/// The features of a candidate.
struct CandidateFeatures {
  std::vector<std::string> words = {};  ///< words of the text
  std::vector<bool> are_given = {};     ///< per word: whether a glossary gives it (given_terms.h)
  std::vector<WordFeatures> of_words = {};  ///< per word
  std::vector<double> probabilities = {};   ///< per word: the model's own probability
  SentenceFeatures of_sentence = {};
  double probability = 0;  ///< geometric mean of the pieces' probabilities
};

/// The features of a candidate, which must have pieces and token_log_probs. `line` is the source.
/// Sentence features use only the words that the model chose: glossary words are forced, however
/// unlikely, and count as words that the model did not write. `glossary` may be null.
CandidateFeatures features_of(std::string_view line, const Candidate& candidate,
                              const Translation& translation,
                              const text::Glossary* glossary = nullptr);

/// The confidence of a word that a glossary gives: NaN.
inline constexpr double kGiven = std::numeric_limits<double>::quiet_NaN();

/// Fills in the confidences of all candidates; without weights, with the model's probabilities.
void add_confidence(std::string_view line, const ConfidenceWeights* weights,
                    const text::Glossary* glossary, Translation& translation);

/// The words of a text, separated by white space.
std::vector<std::string_view> words_between_blanks(std::string_view text);

/// The form of a word used for comparison: letters and digits in lowercase, or the word itself if
/// it has neither.
std::string comparable(std::string_view word);

}  // namespace regard::translate
