#include "metrics/ter.h"

#include <algorithm>
#include <array>

#include "metrics/mteval_rules.h"
#include "metrics/ngram_trie.h"
#include "metrics/tercom_tokenizer.h"
#include "metrics/translation_edits.h"
#include "metrics/unicode.h"
#include "regard/base/error.h"
#include "regard/base/join.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::metrics {
namespace {

/// Turns lines into symbols; all segments share the vocabulary.
class TercomReader {
 public:
  explicit TercomReader(const TerOptions& options) : options_(options) {}

  std::vector<std::uint32_t> symbols(std::string_view line) {
    const std::string text = tokenize_tercom(strip_right(line), options_);
    return vocabulary_.symbols(split(text));
  }

  /// sacreBLEU prepares a reference twice, which matters when a rule matches the result of a later
  /// one: "it's," becomes "it's ,", and only then "it 's ,".
  std::vector<std::uint32_t> reference_symbols(std::string_view line) {
    if (!options_.normalized) return symbols(line);
    const std::string once = tokenize_tercom(strip_right(line), options_);
    return symbols(join(split(once), " "));
  }

 private:
  TerOptions options_;
  Vocabulary vocabulary_;
};

template <class Number>
Number rate(Number edits, Number reference_length) {
  if (reference_length > 0.0) return 100.0 * (edits / reference_length);
  return edits > 0.0 ? 100.0 : 0.0;
}

/// Throws Error for a line whose edits would take minutes and gigabytes to count: both grow with
/// the square of its words.
void check_length(std::size_t line, std::span<const std::uint32_t> words) {
  if (words.size() <= limits::kTerWords) return;
  throw Error(str("line ", line + 1, " has ", words.size(), " words, but TER takes at most ",
                  limits::kTerWords),
              {}, "split it at the ends of its sentences, or leave TER out");
}

class TerMetric final : public Metric {
 public:
  explicit TerMetric(const TerOptions& options) : options_(options) {}

  /// Columns: edits, length of the reference.
  StatisticsTable statistics(Segments hypotheses, References references) const override {
    check_same_length(hypotheses, references);
    StatisticsTable table(2);
    TercomReader reader(options_);
    TranslationEdits all_edits;
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      const auto words = reader.symbols(hypotheses[i]);
      check_length(i, words);
      std::int64_t fewest = 0;
      std::size_t length = 0;
      for (const auto& reference : references) {
        const auto right = reader.reference_symbols(reference[i]);
        check_length(i, right);
        const std::int64_t edits = all_edits.count(words, right);
        fewest = &reference == &references.front() ? edits : std::min(fewest, edits);
        length += right.size();
      }
      table.add(std::array{static_cast<double>(fewest),
                           static_cast<double>(length) / static_cast<double>(references.size())});
    }
    return table;
  }

  std::string name() const override { return "TER"; }
  double value(std::span<const double> sums) const override { return rate(sums[0], sums[1]); }
  NumpyNumber resampled_value(std::span<const float> sums) const override {
    return rate(NumpyNumber::float32(sums[0]), NumpyNumber::float32(sums[1]));
  }

  Signature signature(std::size_t references) const override {
    return Signature(references)
        .add("case", "c", options_.case_sensitive ? "mixed" : "lc")
        .add("tok", "t", "tercom")
        .add("norm", "nr", options_.normalized ? "yes" : "no")
        .add("punct", "pn", options_.no_punct ? "no" : "yes")
        .add("asian", "as", options_.asian_support ? "yes" : "no");
  }

  std::vector<MetricOption> options() override {
    return {{"normalized", "--ter-normalized", "", &options_.normalized,
             "Decode entities and separate punctuation."},
            {"no_punct", "--ter-no-punct", "", &options_.no_punct, "Remove punctuation."},
            {"asian_support", "--ter-asian-support", "", &options_.asian_support,
             "Extend both to East Asian characters and punctuation."},
            {"case_sensitive", "--ter-case-sensitive", "", &options_.case_sensitive,
             "Respect case, which TER ignores by default."}};
  }

 private:
  TerOptions options_;
};

}  // namespace

std::unique_ptr<Metric> make_metric(const TerOptions& options) {
  return std::make_unique<TerMetric>(options);
}

}  // namespace regard::metrics
