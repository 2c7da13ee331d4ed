#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "regard/metrics/score.h"
#include "regard/metrics/signature.h"

/// BLEU (Papineni, Roukos, Ward and Zhu, 2002), number for number as sacreBLEU computes it (Post,
/// 2018, arXiv:1804.08771).
namespace regard::metrics {

/// What becomes of an n-gram order without a match (Chen and Cherry, 2014,
/// aclanthology.org/W14-3346).
enum class Smoothing {
  none,   ///< its precision is 0, and so is BLEU
  floor,  ///< method 1: `smooth_value` matches instead of none
  add_k,  ///< method 2: `smooth_value` more matches and n-grams at every order above 1
  exp,    ///< method 3, NIST's: 1/2 match at the first such order, 1/4 at the next, ...
};

/// "none", "floor", "add-k", "exp".
std::string_view smoothing_name(Smoothing smoothing);
/// Throws Error, naming all there are, when there is none of that name.
Smoothing smoothing_of_name(std::string_view name);

struct BleuOptions {
  std::string tokenizer = "13a";  ///< one of bleu_tokenizers()
  bool lowercase = false;
  Smoothing smoothing = Smoothing::exp;
  /// For floor (0.1 if not given) and add_k (1); the others need none.
  std::optional<double> smooth_value = {};
  int max_ngram_order = 4;
  /// Averages over the orders that the hypotheses are long enough for, not over all: for single
  /// sentences.
  bool effective_order = false;
};

/// All that BLEU needs to know of a segment. Those of a corpus are the sums of its segments'.
struct BleuStatistics {
  std::int64_t hypothesis_length = 0;
  /// Of the reference closest in length, the shorter of two as close.
  std::int64_t reference_length = 0;
  std::vector<std::int64_t> matches;  ///< by order: n-grams that a reference has too, clipped
  std::vector<std::int64_t> totals;   ///< by order: n-grams of the hypothesis

  BleuStatistics& operator+=(const BleuStatistics& other);
};

struct BleuScore {
  double score;                    ///< 0 to 100
  std::vector<double> matches;     ///< as in the statistics, but with what add_k has added
  std::vector<double> totals;      ///< likewise
  std::vector<double> precisions;  ///< smoothed, 0 to 100
  double brevity_penalty;
  std::int64_t hypothesis_length;
  std::int64_t reference_length;
};

/// The statistics of each segment, in order.
std::vector<BleuStatistics> bleu_statistics(Segments hypotheses, References references,
                                            const BleuOptions& options = {});

/// BLEU = BP · exp(mean of log precision over the orders), with BP = exp(1 − r/h) when h < r,
/// else 1.
BleuScore bleu_score(const BleuStatistics& statistics, const BleuOptions& options = {});

/// The score of the summed statistics.
BleuScore corpus_bleu(Segments hypotheses, References references, const BleuOptions& options = {});

/// BLEU of one sentence: as a corpus of one line, but with effective order whatever the options
/// say.
BleuScore sentence_bleu(const std::string& hypothesis, std::span<const std::string> references,
                        BleuOptions options = {});

/// In the form that all metrics share; the details are precisions, brevity penalty and lengths.
Score describe(const BleuScore& score);

Signature bleu_signature(const BleuOptions& options, std::size_t references);

/// Whether 100 lines or more end in a full stop that stands alone: probably the text is tokenized
/// and its BLEU misleads.
bool looks_tokenized(Segments hypotheses);

}  // namespace regard::metrics
