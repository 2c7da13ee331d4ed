#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "regard/metrics/score.h"
#include "regard/metrics/signature.h"

/// chrF (Popović, 2015, aclanthology.org/W15-3049) and chrF++ (Popović, 2017,
/// aclanthology.org/W17-4770), number for number as sacreBLEU computes them.
namespace regard::metrics {

struct ChrfOptions {
  int char_order = 6;
  int word_order = 0;  ///< 2 for chrF++
  int beta = 2;        ///< recall weighs beta times as much as precision
  bool lowercase = false;
  bool whitespace = false;  ///< count white space among the characters
  /// Averages the F score over all orders, one without n-grams counting 1e-16, as chrF++.py, NLTK
  /// and Moses do; otherwise averages precision and recall over the orders that have n-grams on
  /// both sides.
  bool eps_smoothing = false;
};

/// All that chrF needs to know of a segment. Those of a corpus are the sums of its segments'.
struct ChrfStatistics {
  struct Order {
    std::int64_t hypothesis = 0;  ///< its n-grams; 0 when the reference has none of this order
    std::int64_t reference = 0;
    std::int64_t matches = 0;
  };
  std::vector<Order> orders;  ///< characters 1 to char_order, then words 1 to word_order

  ChrfStatistics& operator+=(const ChrfStatistics& other);
};

/// The statistics of each segment, in order. Of several references the one with the highest score
/// counts.
std::vector<ChrfStatistics> chrf_statistics(Segments hypotheses, References references,
                                            const ChrfOptions& options = {});

/// F = (1 + β²) · P · R / (β² · P + R), from 0 to 100.
double chrf_score(const ChrfStatistics& statistics, const ChrfOptions& options = {});

/// The score of the summed statistics.
double corpus_chrf(Segments hypotheses, References references, const ChrfOptions& options = {});

double sentence_chrf(const std::string& hypothesis, std::span<const std::string> references,
                     const ChrfOptions& options = {});

/// In the form that all metrics share. The name says beta and, by one "+" each, the word orders:
/// "chrF2", "chrF2++".
Score describe_chrf(double score, const ChrfOptions& options);

Signature chrf_signature(const ChrfOptions& options, std::size_t references);

}  // namespace regard::metrics
