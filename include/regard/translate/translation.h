#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "regard/text/glossary.h"
#include "regard/text/translation_memory.h"

namespace regard::translate {

struct Candidate {
  std::string text = {};
  double log_prob = 0.0;                     ///< log P of the tokens, end of sentence included
  double score = 0.0;                        ///< log_prob after the length penalty
  bool finished = true;                      ///< false if cut off at the maximum length
  std::vector<int64_t> ids = {};             ///< tokens; the last is eos if `finished`
  std::vector<double> token_log_probs = {};  ///< log-probabilities of `ids`, if requested
  /// If requested: the pieces of `ids`, the words of the text, and the attention of each word over
  /// Translation::source_words (word_alignment.h), if the model has attention. A copied item
  /// (text/copied_items.h) that the model did not read counts as a word of both texts, aligned with
  /// itself; `ids`, `pieces` and scores exclude it.
  std::vector<std::string> pieces = {};
  std::vector<std::string> words = {};
  std::vector<std::vector<float>> attention = {};
  /// For a line of several parts: the index of the source word at which each row of `attention`
  /// begins. Words before and after a row have weight 0.
  std::vector<size_t> attention_begins = {};
  /// If requested: the probabilities that the translation is good and that each word of `text`,
  /// separated by white space, is correct (translate/confidence.h). NaN for words from a glossary.
  std::optional<double> confidence = {};
  std::vector<double> word_confidences = {};
};

/// A possible fault of a translation (translate/flags.h).
enum class Flag {
  unknown_words,
  wrong_language,
  repeats,
  lost_number,
  lost_name,
  too_short,
  too_long,
  untranslated
};
constexpr auto names_of(Flag) {
  return std::array{"unknown_words", "wrong_language", "repeats",  "lost_number",
                    "lost_name",     "too_short",      "too_long", "untranslated"};
}

/// The result for one line.
struct Translation {
  std::string text;  ///< text of the best candidate
  std::vector<Candidate>
      n_best;             ///< best first; empty for a line without letters, which is kept unchanged
  bool repeats = false;   ///< the best candidate repeats itself (candidates.h)
  int64_t sentences = 1;  ///< number of sentences found in the line
  int64_t cuts = 0;  ///< number of cuts between clauses, in sentences too long to translate at once
  bool has_cut_prefix = false;  ///< the prefix is longer than the maximum length
  bool is_short = false;        ///< far shorter than its source: text may be missing
  std::vector<text::Glossary::Term> unmet = {};  ///< glossary terms that `text` lacks
  std::vector<text::MemoryMatch> matches =
      {};                       ///< similar entries of the memory, if there is one, best first
  bool is_from_memory = false;  ///< `text` is from the memory, and nothing else is set
  std::vector<std::string> unknown = {};       ///< words of the line that the vocabulary lacks
  std::vector<std::string> source_words = {};  ///< if attention is requested
  /// If confidence is requested: possible faults of `text`, and whether confidences are calibrated
  /// (regard eval --calibrate) rather than the model's own probabilities.
  std::vector<Flag> flags = {};
  bool is_calibrated = false;

  /// Whether `text` was cut off at the maximum length.
  bool is_unfinished() const { return !n_best.empty() && !n_best.front().finished; }

  /// Number of units that the model translated at once: sentences, or clauses of long ones.
  int64_t parts() const { return sentences + cuts; }
};

/// One head of one layer of attention.
struct AttentionWeights {
  enum class Kind {
    encoder,
    decoder,
    cross
  };  ///< the encoder's or the decoder's self-attention, or cross-attention

  Kind kind = Kind::cross;
  int64_t layer = 0;  ///< index of the layer among those of its kind, from 0
  int64_t head = 0;   ///< index of the head in its layer, from 0
  std::vector<std::vector<float>> weights = {};  ///< rows: queries; columns: keys; rows sum to 1
};

/// A translation with the attention weights of each decoder step.
struct AttendedTranslation {
  std::string line;  ///< the source
  Translation translation;
  std::vector<std::string> source;          ///< pieces that the encoder read, eos last
  std::vector<std::string> written;         ///< pieces of the translation: the decoder's queries
  std::vector<std::string> read;            ///< decoder input before each piece: bos, then written
  std::vector<AttentionWeights> attention;  ///< empty if the architecture has no attention
};

}  // namespace regard::translate
