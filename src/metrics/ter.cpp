#include "regard/metrics/ter.h"

#include <algorithm>

#include "mteval_rules.h"
#include "ngram_trie.h"
#include "regard/metrics/unicode.h"
#include "resampled_scores.h"
#include "tercom_tokenizer.h"
#include "translation_edits.h"

namespace regard::metrics {
namespace {

/// Text to statistics, a segment at a time. Keeps what segments share: the vocabulary and the room
/// for counting.
class SegmentReader {
 public:
  explicit SegmentReader(const TerOptions& options) : options_(options) {}

  template <class ReferenceOf>  // (std::size_t) -> const std::string&
  TerStatistics read(const std::string& hypothesis, std::size_t references,
                     const ReferenceOf& reference_of) {
    const auto words = symbols(hypothesis);
    TerStatistics statistics;
    std::size_t length = 0;
    for (std::size_t i = 0; i < references; ++i) {
      const auto reference = reference_symbols(reference_of(i));
      const std::int64_t edits = edits_.count(words, reference);
      statistics.edits = i == 0 ? edits : std::min(statistics.edits, edits);
      length += reference.size();
    }
    statistics.reference_length = static_cast<double>(length) / static_cast<double>(references);
    return statistics;
  }

 private:
  std::vector<std::uint32_t> symbols(std::string_view line) {
    const std::string text = tokenize_tercom(strip_right(line), options_);
    return vocabulary_.symbols(split(text));
  }

  /// sacreBLEU prepares a reference twice. That shows where a rule finds something in what later
  /// ones have made: "it's," is "it's ," and only then "it 's ,".
  std::vector<std::uint32_t> reference_symbols(std::string_view line) {
    if (!options_.normalized) return symbols(line);
    const std::string once = tokenize_tercom(strip_right(line), options_);
    return symbols(join(split(once)));
  }

  TerOptions options_;
  Vocabulary vocabulary_;
  TranslationEdits edits_;
};

template <class Number>
Number rate(Number edits, Number reference_length) {
  if (reference_length > 0.0) return 100.0 * (edits / reference_length);
  return edits > 0.0 ? 100.0 : 0.0;
}

}  // namespace

TerStatistics& TerStatistics::operator+=(const TerStatistics& other) {
  edits += other.edits;
  reference_length += other.reference_length;
  return *this;
}

std::vector<TerStatistics> ter_statistics(Segments hypotheses, References references,
                                          const TerOptions& options) {
  check_same_length(hypotheses, references);
  SegmentReader reader(options);
  std::vector<TerStatistics> statistics;
  statistics.reserve(hypotheses.size());
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    statistics.push_back(
        reader.read(hypotheses[i], references.size(),
                    [&](std::size_t r) -> const std::string& { return references[r][i]; }));
  }
  return statistics;
}

double ter_score(const TerStatistics& statistics) {
  return rate<double>(static_cast<double>(statistics.edits), statistics.reference_length);
}

NumpyNumber resampled_ter(std::span<const float> sums) {
  return rate<NumpyNumber>(NumpyNumber::float32(sums[0]), NumpyNumber::float32(sums[1]));
}

double corpus_ter(Segments hypotheses, References references, const TerOptions& options) {
  TerStatistics sum;
  for (const auto& segment : ter_statistics(hypotheses, references, options)) sum += segment;
  return ter_score(sum);
}

double sentence_ter(const std::string& hypothesis, std::span<const std::string> references,
                    const TerOptions& options) {
  SegmentReader reader(options);
  return ter_score(reader.read(hypothesis, references.size(),
                               [&](std::size_t r) -> const std::string& { return references[r]; }));
}

Score describe_ter(double score) { return {.name = "TER", .value = score, .details = {}}; }

Signature ter_signature(const TerOptions& options, std::size_t references) {
  return Signature(references)
      .add("case", "c", options.case_sensitive ? "mixed" : "lc")
      .add("tok", "t", "tercom")
      .add("norm", "nr", options.normalized ? "yes" : "no")
      .add("punct", "pn", options.no_punct ? "no" : "yes")
      .add("asian", "as", options.asian_support ? "yes" : "no");
}

}  // namespace regard::metrics
