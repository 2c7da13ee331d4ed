#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/metric.h"

/// BLEU (Papineni, Roukos, Ward and Zhu, 2002), identical to sacreBLEU's (Post, 2018,
/// arXiv:1804.08771).
namespace regard::metrics {

/// The treatment of an n-gram order without matches (Chen and Cherry, 2014,
/// aclanthology.org/W14-3346).
enum class Smoothing {
  none,   ///< the order's precision is 0, and so is BLEU
  floor,  ///< method 1: `smooth_value` matches instead of none
  add_k,  ///< method 2: `smooth_value` more matches and n-grams at every order above 1
  exp,    ///< method 3, NIST's: 1/2 match at the first such order, 1/4 at the next, ...
};

/// The method's name: "none", "floor", "add-k", "exp".
std::string_view smoothing_name(Smoothing smoothing);
/// Throws Error listing all names if `name` is unknown.
Smoothing smoothing_of_name(std::string_view name);

struct BleuOptions {
  std::string tokenizer = "13a";  ///< one of bleu_tokenizers()
  bool lowercase = false;
  Smoothing smoothing = Smoothing::exp;
  /// The value for floor (default 0.1) or add_k (default 1); unused by the other methods.
  std::optional<double> smooth_value = {};
  int max_ngram_order = 4;
  /// Averages only over the orders for which the hypotheses are long enough. Meant for single
  /// sentences.
  bool effective_order = false;
};

struct BleuScore {
  double score;                    ///< 0 to 100
  std::vector<double> matches;     ///< by order, including the numbers that add_k adds
  std::vector<double> totals;      ///< by order, including the numbers that add_k adds
  std::vector<double> precisions;  ///< smoothed, 0 to 100
  double brevity_penalty;
  std::int64_t hypothesis_length;
  std::int64_t reference_length;
};

/// BLEU = BP · exp(mean of log precision over the orders), with BP = exp(1 − r/h) when h < r,
/// else 1.
BleuScore corpus_bleu(Segments hypotheses, References references, const BleuOptions& options = {});

/// A segment's statistics are the length of the hypothesis, the length of the closest reference
/// (the shorter on a tie), the clipped matches by order, and the hypothesis's n-grams by order. The
/// score's details are precisions, brevity penalty and lengths.
std::unique_ptr<Metric> make_metric(const BleuOptions& options);

/// Whether at least 100 lines end in a separate full stop. Such text is probably tokenized, which
/// makes BLEU misleading.
bool looks_tokenized(Segments hypotheses);

}  // namespace regard::metrics
