#include "metrics/bleu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "base/readable.h"
#include "metrics/bleu_tokenizers.h"
#include "metrics/ngram_trie.h"
#include "metrics/unicode.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::metrics {
namespace {

struct SmoothingRow {
  Smoothing smoothing;
  std::string_view name;
  std::optional<double> default_value;  ///< empty if the method does not take a value
};

constexpr std::array kSmoothings = {
    SmoothingRow{Smoothing::none, "none", std::nullopt},
    SmoothingRow{Smoothing::floor, "floor", 0.1},
    SmoothingRow{Smoothing::add_k, "add-k", 1.0},
    SmoothingRow{Smoothing::exp, "exp", std::nullopt},
};

const SmoothingRow& row_of(Smoothing smoothing) {
  return *std::find_if(kSmoothings.begin(), kSmoothings.end(),
                       [&](const SmoothingRow& row) { return row.smoothing == smoothing; });
}

/// The value in effect; empty for methods that take none.
std::optional<double> smooth_value(const BleuOptions& options) {
  const std::optional<double> default_value = row_of(options.smoothing).default_value;
  return default_value ? options.smooth_value.value_or(*default_value) : default_value;
}

/// Turns text into statistics, one segment at a time. Segments share the vocabulary and the n-gram
/// buffers.
class SegmentReader {
 public:
  explicit SegmentReader(const BleuOptions& options)
      : tokenize_(bleu_tokenizer(options.tokenizer).tokenize),
        lowercase_(options.lowercase),
        orders_(options.max_ngram_order),
        references_(options.max_ngram_order) {}

  void begin_segment() {
    references_.clear();
    reference_lengths_.clear();
  }

  void add_reference(std::string_view line) {
    const auto symbols = read(line);
    references_.add(symbols);
    reference_lengths_.push_back(std::ssize(symbols));
  }

  std::vector<double> statistics_of(std::string_view hypothesis) {
    const auto symbols = read(hypothesis);
    const auto length = std::ssize(symbols);
    std::vector<std::int64_t> matches(orders_);
    references_.count_matches(symbols, matches);
    std::vector<double> row = {static_cast<double>(length),
                               static_cast<double>(closest_reference_length(length))};
    row.insert(row.end(), matches.begin(), matches.end());
    for (int n = 1; n <= orders_; ++n) row.push_back(static_cast<double>(ngram_count(length, n)));
    return row;
  }

 private:
  std::vector<std::uint32_t> read(std::string_view line) {
    const std::string lowered = lowercase_ ? lower(line) : std::string();
    const std::string text = tokenize_(strip_right(lowercase_ ? lowered : line));
    return vocabulary_.symbols(split(text));
  }

  std::int64_t closest_reference_length(std::int64_t length) const {
    return *std::min_element(reference_lengths_.begin(), reference_lengths_.end(),
                             [&](std::int64_t a, std::int64_t b) {
                               const auto distance_a = std::abs(a - length);
                               const auto distance_b = std::abs(b - length);
                               return distance_a != distance_b ? distance_a < distance_b : a < b;
                             });
  }

  std::string (*tokenize_)(std::string_view);
  bool lowercase_;
  int orders_;
  Vocabulary vocabulary_;
  NgramTrie references_;
  std::vector<std::int64_t> reference_lengths_;
};

double brevity_penalty(double hypothesis_length, double reference_length) {
  if (hypothesis_length >= reference_length) return 1.0;
  if (hypothesis_length == 0) return 0.0;
  return std::exp(1.0 - reference_length / hypothesis_length);
}

/// sacreBLEU's logarithm: log(0) is low enough that the exponential of any mean containing it is 0.
double log_or_very_low(double x) { return x == 0.0 ? -9999999999.0 : std::log(x); }

/// BLEU from counts with at least one match. Writes the smoothed precisions; add_k also increases
/// the counts.
template <class Number>
double smoothed_bleu(std::span<Number> all_matches, std::span<Number> all_totals,
                     std::span<Number> precisions, double brevity_penalty,
                     const BleuOptions& options) {
  const double value = smooth_value(options).value_or(0.0);
  double exp_divisor = 1.0;
  std::size_t averaged = precisions.size();
  for (std::size_t i = 0; i < precisions.size(); ++i) {
    Number& matches = all_matches[i];
    Number& total = all_totals[i];
    if (options.smoothing == Smoothing::add_k && i > 0) {
      matches += value;
      total += value;
    }
    if (total == 0.0) break;  // too short for this order and higher ones
    if (options.effective_order) averaged = i + 1;
    if (matches > 0.0) {
      precisions[i] = 100.0 * matches / total;
    } else if (options.smoothing == Smoothing::exp) {
      exp_divisor *= 2.0;
      precisions[i] = 100.0 / (exp_divisor * total);
    } else if (options.smoothing == Smoothing::floor) {
      precisions[i] = 100.0 * value / total;
    }
  }
  double sum_of_logs = 0.0;
  for (std::size_t i = 0; i < averaged; ++i) {
    sum_of_logs += log_or_very_low(static_cast<double>(precisions[i]));
  }
  return brevity_penalty * std::exp(sum_of_logs / static_cast<double>(averaged));
}

BleuScore bleu_score(std::span<const double> sums, const BleuOptions& options) {
  const auto orders = static_cast<std::size_t>(options.max_ngram_order);
  const auto matches = sums.subspan(2, orders), totals = sums.subspan(2 + orders, orders);
  BleuScore result{.score = 0.0,
                   .matches = {matches.begin(), matches.end()},
                   .totals = {totals.begin(), totals.end()},
                   .precisions = std::vector<double>(orders, 0.0),
                   .brevity_penalty = brevity_penalty(sums[0], sums[1]),
                   .hypothesis_length = static_cast<std::int64_t>(sums[0]),
                   .reference_length = static_cast<std::int64_t>(sums[1])};
  const bool any_match = std::ranges::any_of(matches, [](double count) { return count > 0.0; });
  if (!any_match) return result;  // smoothing cannot help if nothing matches

  result.score = smoothed_bleu<double>(result.matches, result.totals, result.precisions,
                                       result.brevity_penalty, options);
  return result;
}

std::string details_of(const BleuScore& score) {
  const auto precisions =
      join(score.precisions, "/", [](double precision) { return fixed(precision, 1); });
  const double ratio = score.reference_length == 0
                           ? 0.0
                           : static_cast<double>(score.hypothesis_length) /
                                 static_cast<double>(score.reference_length);
  return str(precisions, " (BP = ", fixed(score.brevity_penalty, 3), " ratio = ", fixed(ratio, 3),
             " hyp_len = ", score.hypothesis_length, " ref_len = ", score.reference_length, ")");
}

class BleuMetric final : public Metric {
 public:
  explicit BleuMetric(const BleuOptions& options)
      : options_(options), smoothing_(smoothing_name(options.smoothing)) {}

  StatisticsTable statistics(Segments hypotheses, References references) const override {
    check_same_length(hypotheses, references);
    StatisticsTable table(2 + 2 * static_cast<std::size_t>(options_.max_ngram_order));
    SegmentReader reader(options_);
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      reader.begin_segment();
      for (const auto& reference : references) reader.add_reference(reference[i]);
      table.add(reader.statistics_of(hypotheses[i]));
    }
    return table;
  }

  std::string name() const override { return "BLEU"; }
  double value(std::span<const double> sums) const override {
    return bleu_score(sums, options_).score;
  }
  std::string details(std::span<const double> sums) const override {
    return details_of(bleu_score(sums, options_));
  }

  NumpyNumber resampled_value(std::span<const float> sums) const override {
    const auto orders = static_cast<std::size_t>(options_.max_ngram_order);
    std::vector<NumpyNumber> counts;
    for (const float sum : sums.subspan(2)) counts.push_back(NumpyNumber::float32(sum));
    const auto matches = std::span(counts).first(orders);
    const auto totals = std::span(counts).subspan(orders);
    const bool any_match =
        std::ranges::any_of(matches, [](NumpyNumber count) { return count > 0.0; });
    if (!any_match) return 0.0;
    std::vector<NumpyNumber> precisions(orders, 0.0);
    return smoothed_bleu<NumpyNumber>(matches, totals, precisions,
                                      brevity_penalty(sums[0], sums[1]), options_);
  }

  Signature signature(std::size_t references) const override {
    std::string smoothing(smoothing_name(options_.smoothing));
    if (const auto value = smooth_value(options_)) {
      smoothing += str('[', fixed(*value, 2), ']');
    }
    return Signature(references)
        .add("case", "c", options_.lowercase ? "lc" : "mixed")
        .add("eff", "e", options_.effective_order ? "yes" : "no")
        .add("tok", "tok", options_.tokenizer)
        .add("smooth", "s", smoothing);
  }

  std::vector<MetricOption> options() override {
    std::vector<std::string> tokenizers;
    for (const auto& tokenizer : bleu_tokenizers()) tokenizers.emplace_back(tokenizer.name);
    return {{"tokenizer", "--tokenize", "-tok", &options_.tokenizer, "tokenization.", tokenizers},
            {"lowercase", "--lowercase", "-lc", &options_.lowercase, "ignore case."},
            {"smoothing",
             "--smooth-method",
             "-s",
             &smoothing_,
             "smoothing of orders without a match.",
             {"exp", "floor", "add-k", "none"}},
            {"smooth_value", "--smooth-value", "-sv", &options_.smooth_value,
             "value for floor (0.1) and add-k (1)."},
            {"max_ngram_order", "", "", &options_.max_ngram_order, ""},
            {"effective_order", "", "", &options_.effective_order, ""}};
  }

  void check_options() override {
    options_.smoothing = smoothing_of_name(smoothing_);
    bleu_tokenizer(options_.tokenizer);
    if (options_.smooth_value && !(*options_.smooth_value >= 0.0)) {
      throw Error(str("--smooth-value is ", *options_.smooth_value, ", but must be at least 0"));
    }
  }

  void prepare_for_sentences() override { options_.effective_order = true; }

 private:
  BleuOptions options_;
  std::string smoothing_;  ///< parsed by check_options()
};

}  // namespace

std::string_view smoothing_name(Smoothing smoothing) { return row_of(smoothing).name; }

Smoothing smoothing_of_name(std::string_view name) {
  for (const SmoothingRow& row : kSmoothings) {
    if (row.name == name) return row.smoothing;
  }
  throw Error(str("unknown smoothing '", name, "'"), {},
              "use one of " + join(kSmoothings, ", ", &SmoothingRow::name));
}

BleuScore corpus_bleu(Segments hypotheses, References references, const BleuOptions& options) {
  return bleu_score(BleuMetric(options).statistics(hypotheses, references).sums(), options);
}

std::unique_ptr<Metric> make_metric(const BleuOptions& options) {
  return std::make_unique<BleuMetric>(options);
}

bool looks_tokenized(Segments hypotheses) {
  constexpr auto kMany = 100;
  return std::count_if(hypotheses.begin(), hypotheses.end(),
                       [](const std::string& line) { return line.ends_with(" ."); }) >= kMany;
}

}  // namespace regard::metrics
