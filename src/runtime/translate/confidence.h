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

/// How likely a translation is good, and each of its words right: a logistic model of what the
/// search knows anyway,
///   confidence = 1 / (1 + exp(-sum over f of weight[f] * feature[f])),
/// which `regard eval --calibrate` fits to translations whose references are known (Guo et al.,
/// 2017, arXiv:1706.04599, calibrate a network in the same way by its logits alone; Ueffing and
/// Ney, 2007, doi:10.1162/coli.2007.33.1.9, estimate words by such features).

/// What is known of a word. Log-probabilities are those of its pieces, 0 for a word that the model
/// did not write; each is at least kLeastLogProb.
enum class WordFeature {
  bias,             ///< 1
  probability,      ///< the product of the probabilities of its pieces
  mean_log_prob,    ///< of its pieces
  min_log_prob,     ///< of its pieces
  log_pieces,       ///< log of the number of its pieces, at least one
  log_letters,      ///< log of the number of its characters
  is_copied,        ///< 1 if the source has the word, too
  is_mark,          ///< 1 without letters and digits
  before,           ///< min_log_prob of the word before
  behind,           ///< min_log_prob of the word behind
  mean_of_sentence  ///< mean_log_prob of all pieces
};
constexpr auto names_of(WordFeature) {
  return std::array{"bias",       "probability", "mean_log_prob",   "min_log_prob",
                    "log_pieces", "log_letters", "is_copied",       "is_mark",
                    "before",     "behind",      "mean_of_sentence"};
}

/// What is known of a sentence.
enum class SentenceFeature {
  bias,            ///< 1
  mean_log_prob,   ///< of its pieces, the end of the sentence among them
  min_log_prob,    ///< the lowest of a piece
  doubtful_words,  ///< share of the words with a piece below kDoubtful
  log_words,       ///< log of the number of words, at least one
  length_ratio,    ///< |log of the words by those of the source|, each plus one
  copied_words,    ///< share of the words that the source has, too
  unknown_words,   ///< share of the source's words that the vocabulary lacks
  repeats,         ///< 1 if it repeats itself
  is_unfinished    ///< 1 if it was cut off
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

/// The logistic model's value.
template <size_t size>
double logistic(const std::array<double, size>& weights, const std::array<double, size>& features);

/// What `regard eval --calibrate` has learned, the file confidence.yaml of a model.
struct ConfidenceWeights {
  WordFeatures word = {};
  SentenceFeatures sentence = {};
  double good_chrf = 50.0;  ///< chrF2 from which a translation counts as good

  bool operator==(const ConfidenceWeights&) const = default;
};

std::string to_yaml(const ConfidenceWeights& weights);
/// Throws Error, naming `file`, if a weight is missing, unknown or no number.
ConfidenceWeights read_confidence(std::string_view yaml, const std::string& file);

/// What the search knows of a candidate.
struct CandidateFeatures {
  std::vector<std::string> words = {};      ///< of the text
  std::vector<bool> are_given = {};         ///< whether a glossary gives them (given_terms.h)
  std::vector<WordFeatures> of_words = {};  ///< as many
  std::vector<double> probabilities = {};   ///< of the words, by the model itself
  SentenceFeatures of_sentence = {};
  double probability = 0;  ///< the geometric mean of the pieces' probabilities
};

/// Needs the candidate's pieces and token_log_probs. `line` is the source. Features of a sentence
/// are those of the words that the model chose: a glossary's are forced, however unlikely, and
/// count as words that the model did not write. There need be no glossary.
CandidateFeatures features_of(std::string_view line, const Candidate& candidate,
                              const Translation& translation,
                              const text::Glossary* glossary = nullptr);

/// The confidence of a word that a glossary gives: not a number.
inline constexpr double kGiven = std::numeric_limits<double>::quiet_NaN();

/// Fills the confidences of all candidates; without weights, by the probabilities alone.
void add_confidence(std::string_view line, const ConfidenceWeights* weights,
                    const text::Glossary* glossary, Translation& translation);

/// The words of a text, which white space separates.
std::vector<std::string_view> words_between_blanks(std::string_view text);

/// A word by which it is compared: letters and digits in lower case; the word itself if it has
/// neither.
std::string comparable(std::string_view word);

}  // namespace regard::translate
