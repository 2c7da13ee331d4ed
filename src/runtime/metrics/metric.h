#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "metrics/numpy_number.h"

namespace regard::metrics {

/// One metric's score of a text.
struct Score {
  std::string name;     ///< "BLEU", "chrF2++"
  double value;         ///< 0 to 100
  std::string details;  ///< the text after the value in a score line; may be empty
};

/// A 95% interval of a score.
struct Interval {
  double mean;
  double half_width;
};

struct Range {
  double low;
  double high;
};

/// A system's output, one line per segment.
using Segments = std::span<const std::string>;

/// One or more references, each with as many lines as the system's output.
using References = std::span<const std::vector<std::string>>;

/// Throws Error if there are no references, or if one has a different number of lines than the
/// hypotheses.
void check_same_length(Segments hypotheses, References references);

/// The release of sacreBLEU whose scores are matched exactly; signatures end with its number.
inline constexpr std::string_view kSacrebleuVersion = "2.6.0";

/// Everything a score depends on, for reproducibility: "nrefs:1|case:mixed|...|version:2.6.0".
class Signature {
 public:
  struct Entry {
    std::string name;
    std::string short_name;
    std::string value;
  };

  /// Starts with the number of references.
  explicit Signature(std::size_t references);

  Signature& add(std::string_view name, std::string_view short_name, std::string_view value);

  /// Adds the number of resamples and their seed after the number of references. `test` is "bs" for
  /// a bootstrap, "ar" for approximate randomization.
  Signature& add_resampling(std::string_view test, std::size_t times, std::string_view seed);

  /// The entries in order, the version last.
  const std::vector<Entry>& entries() const { return entries_; }

  std::string text() const;
  std::string short_text() const;

 private:
  std::vector<Entry> entries_;
};

/// A metric's statistics as plain numbers, one row per segment. Any set of segments is scored from
/// the sum of its rows.
class StatisticsTable {
 public:
  explicit StatisticsTable(std::size_t columns) : columns_(columns) {}

  /// Adds a row, which has one number per column.
  void add(std::span<const double> row) { values_.insert(values_.end(), row.begin(), row.end()); }

  std::size_t rows() const { return values_.size() / columns_; }
  std::size_t columns() const { return columns_; }
  std::span<const double> row(std::size_t i) const {
    return std::span(values_).subspan(i * columns_, columns_);
  }
  /// Sums over all rows, added in order.
  std::vector<double> sums() const;

 private:
  std::size_t columns_;
  std::vector<double> values_;
};

/// An option of a metric in `regard score` and Python.
struct MetricOption {
  std::string_view name;        ///< name in Python: "char_order"
  std::string_view flag;        ///< "--chrf-char-order"; empty: in Python only
  std::string_view short_flag;  ///< sacreBLEU's "-cc"; may be empty
  std::variant<bool*, int*, std::string*, std::optional<double>*> value;  ///< initially the default
  std::string help;
  std::vector<std::string> words = {};  ///< the allowed values of a string
};

/// A metric with its options. Counts are integers below 2^53, so doubles hold them exactly.
class Metric {
 public:
  virtual ~Metric() = default;

  virtual StatisticsTable statistics(Segments hypotheses, References references) const = 0;

  /// The name shown with scores, which may include options: "BLEU", "chrF2++".
  virtual std::string name() const = 0;
  /// The score of the segments whose rows add up to `sums`. A single row gives that sentence's
  /// score.
  virtual double value(std::span<const double> sums) const = 0;
  /// The text of Score::details.
  virtual std::string details(std::span<const double>) const { return {}; }
  Score score(std::span<const double> sums) const { return {name(), value(sums), details(sums)}; }
  /// The value for float32 sums, identical to sacreBLEU's to the last bit: the same formula in the
  /// same number types.
  virtual NumpyNumber resampled_value(std::span<const float> sums) const = 0;

  virtual Signature signature(std::size_t references) const = 0;

  /// The metric's options, which are set first and then checked by check_options().
  virtual std::vector<MetricOption> options() = 0;
  /// Throws Error naming the flags of invalid options.
  virtual void check_options() {}
  /// Sets the options that suit single sentences.
  virtual void prepare_for_sentences() {}
};

double corpus_score(const Metric& metric, Segments hypotheses, References references);
double sentence_score(const Metric& metric, const std::string& hypothesis,
                      std::span<const std::string> references);
/// The score of each sentence.
std::vector<double> sentence_scores(const Metric& metric, Segments hypotheses,
                                    References references);

}  // namespace regard::metrics
