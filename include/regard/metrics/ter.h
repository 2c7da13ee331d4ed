#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "regard/metrics/score.h"
#include "regard/metrics/signature.h"

/// TER, the translation edit rate (Snover, Dorr, Schwartz, Micciulla and Makhoul, 2006,
/// aclanthology.org/2006.amta-papers.25), number for number as sacreBLEU computes it.
namespace regard::metrics {

struct TerOptions {
  bool normalized = false;  ///< decode entities and set punctuation apart
  bool no_punct = false;    ///< leave punctuation out
  /// With `normalized`: Chinese characters and kanji are words; with `no_punct`: leave East Asian
  /// punctuation out, too.
  bool asian_support = false;
  bool case_sensitive = false;
};

/// All that TER needs to know of a segment. Those of a corpus are the sums of its segments'.
struct TerStatistics {
  std::int64_t edits = 0;         ///< insertions, deletions, substitutions and shifts, of the
                                  ///< reference that needs fewest
  double reference_length = 0.0;  ///< in words; the mean over the references

  TerStatistics& operator+=(const TerStatistics& other);
};

/// The statistics of each segment, in order.
std::vector<TerStatistics> ter_statistics(Segments hypotheses, References references,
                                          const TerOptions& options = {});

/// Edits in a hundred words of the reference: 0 is best, and there is no upper limit. Anything
/// against nothing is 100.
double ter_score(const TerStatistics& statistics);

/// The score of the summed statistics.
double corpus_ter(Segments hypotheses, References references, const TerOptions& options = {});

double sentence_ter(const std::string& hypothesis, std::span<const std::string> references,
                    const TerOptions& options = {});

/// In the form that all metrics share.
Score describe_ter(double score);

Signature ter_signature(const TerOptions& options, std::size_t references);

}  // namespace regard::metrics
