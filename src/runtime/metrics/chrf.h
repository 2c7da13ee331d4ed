#pragma once
#include <memory>
#include <span>
#include <string>

#include "metrics/metric.h"

/// chrF (Popović, 2015, aclanthology.org/W15-3049) and chrF++ (Popović, 2017,
/// aclanthology.org/W17-4770), identical to sacreBLEU's.
namespace regard::metrics {

struct ChrfOptions {
  int char_order = 6;
  int word_order = 0;  ///< 2 for chrF++
  int beta = 2;        ///< weight of recall relative to precision
  bool lowercase = false;
  bool whitespace = false;  ///< count white space among the characters
  /// Averages the F-score over all orders, counting 1e-16 for an order without n-grams, as
  /// chrF++.py, NLTK and Moses do. Otherwise precision and recall are averaged over the orders that
  /// have n-grams on both sides.
  bool eps_smoothing = false;
};

/// A segment's statistics are, for each order (characters 1 to char_order, then words 1 to
/// word_order): n-grams of the hypothesis (0 if the reference has none of this order), n-grams of
/// the reference, and matches. Of several references, the one with the highest score counts. The
/// score is F = (1 + β²) · P · R / (β² · P + R), from 0 to 100. The metric's name includes beta and
/// a "+" for each word order: "chrF2", "chrF2++".
std::unique_ptr<Metric> make_metric(const ChrfOptions& options);

double corpus_chrf(Segments hypotheses, References references, const ChrfOptions& options = {});
double sentence_chrf(const std::string& hypothesis, std::span<const std::string> references,
                     const ChrfOptions& options = {});

}  // namespace regard::metrics
