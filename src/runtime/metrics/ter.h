#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "metrics/metric.h"

/// TER, the translation edit rate (Snover, Dorr, Schwartz, Micciulla and Makhoul, 2006,
/// aclanthology.org/2006.amta-papers.25), identical to sacreBLEU's.
namespace regard::metrics {

struct TerOptions {
  bool normalized = false;  ///< decode entities and separate punctuation
  bool no_punct = false;    ///< remove punctuation
  /// With `normalized`, Chinese characters and kanji are words; with `no_punct`, East Asian
  /// punctuation is also removed.
  bool asian_support = false;
  bool case_sensitive = false;
};

/// A segment's statistics are its edits (insertions, deletions, substitutions and shifts, against
/// the reference that needs the fewest) and the reference length in words (mean over the
/// references). The score is edits per hundred reference words: 0 is best, and there is no upper
/// limit. With an empty reference, any hypothesis with words scores 100.
std::unique_ptr<Metric> make_metric(const TerOptions& options);

/// The line as Tercom prepares it, with white space between words.
std::string tokenize_tercom(std::string_view line, const TerOptions& options);

}  // namespace regard::metrics
