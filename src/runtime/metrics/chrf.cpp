#include "metrics/chrf.h"

#include <algorithm>
#include <string_view>
#include <type_traits>

#include "base/utf8.h"
#include "metrics/ngram_trie.h"
#include "metrics/unicode.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::metrics {
namespace {

using Symbols = std::vector<std::uint32_t>;

bool is_ascii_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}

/// Words between white space, each with one ASCII punctuation mark split off: the last character,
/// or else the first.
std::vector<std::string_view> split_into_words(std::string_view line) {
  std::vector<std::string_view> words;
  for (const std::string_view word : split(line)) {
    if (word.size() > 1 && is_ascii_punctuation(word.back())) {
      words.push_back(word.substr(0, word.size() - 1));
      words.push_back(word.substr(word.size() - 1));
    } else if (word.size() > 1 && is_ascii_punctuation(word.front())) {
      words.push_back(word.substr(0, 1));
      words.push_back(word.substr(1));
    } else {
      words.push_back(word);
    }
  }
  return words;
}

Symbols characters(std::string_view line, bool whitespace) {
  const std::u32string code_points = decode_utf8(line);
  Symbols symbols;
  symbols.reserve(code_points.size());
  std::copy_if(code_points.begin(), code_points.end(), std::back_inserter(symbols),
               [&](char32_t c) { return whitespace || !is_white_space(c); });
  return symbols;
}

/// Turns text into statistics, one pair of lines at a time. Pairs share the vocabulary and the
/// n-gram buffers.
class PairReader {
 public:
  explicit PairReader(const ChrfOptions& options)
      : options_(options), char_ngrams_(options.char_order), word_ngrams_(options.word_order) {}

  struct Line {
    Symbols characters;
    Symbols words;
  };

  Line read(std::string_view text) {
    const std::string lowered = options_.lowercase ? lower(text) : std::string();
    const std::string_view line = options_.lowercase ? lowered : text;
    return {
        .characters = characters(line, options_.whitespace),
        .words = options_.word_order > 0 ? vocabulary_.symbols(split_into_words(line)) : Symbols()};
  }

  /// Three numbers for each order: n-grams of the hypothesis, n-grams of the reference, matches.
  std::vector<double> compare(const Line& hypothesis, const Line& reference) {
    std::vector<double> row;
    append_orders(hypothesis.characters, reference.characters, options_.char_order, char_ngrams_,
                  row);
    append_orders(hypothesis.words, reference.words, options_.word_order, word_ngrams_, row);
    return row;
  }

 private:
  static void append_orders(const Symbols& hypothesis, const Symbols& reference, int max_order,
                            NgramTrie& ngrams, std::vector<double>& row) {
    std::vector<std::int64_t> matches(max_order);
    if (max_order > 0) {
      ngrams.clear();
      ngrams.add(reference);
      ngrams.count_matches(hypothesis, matches);
    }
    for (int n = 1; n <= max_order; ++n) {
      const std::int64_t in_reference = ngram_count(std::ssize(reference), n);
      const std::int64_t in_hypothesis =
          in_reference > 0 ? ngram_count(std::ssize(hypothesis), n) : 0;
      for (const auto count : {in_hypothesis, in_reference, matches[n - 1]}) {
        row.push_back(static_cast<double>(count));
      }
    }
  }

  ChrfOptions options_;
  Vocabulary vocabulary_;
  NgramTrie char_ngrams_;
  NgramTrie word_ngrams_;
};

template <class Number>
struct NgramCounts {
  Number hypothesis;
  Number reference;
  Number matches;
};

template <class Number>
Number f_score(std::span<const NgramCounts<Number>> orders, const ChrfOptions& options) {
  constexpr double kEps = 1e-16;
  const double factor = static_cast<double>(options.beta) * options.beta;
  Number sum_of_scores = 0.0;
  Number precision = 0.0;
  Number recall = 0.0;
  int effective_orders = 0;
  for (const auto& [hypothesis, reference, matches] : orders) {
    const Number order_precision = hypothesis > 0.0 ? matches / hypothesis : kEps;
    const Number order_recall = reference > 0.0 ? matches / reference : kEps;
    const Number denominator = factor * order_precision + order_recall;
    sum_of_scores +=
        denominator > 0.0 ? (1.0 + factor) * order_precision * order_recall / denominator : kEps;
    if (hypothesis > 0.0 && reference > 0.0) {
      precision += order_precision;
      recall += order_recall;
      ++effective_orders;
    }
  }
  if (options.eps_smoothing) {
    return 100.0 * sum_of_scores / static_cast<double>(options.char_order + options.word_order);
  }
  if (effective_orders == 0 || precision + recall == 0.0) return 0.0;
  precision /= effective_orders;
  recall /= effective_orders;
  return 100.0 * ((1.0 + factor) * precision * recall / (factor * precision + recall));
}

template <class Number, class Sum>
Number f_score_of(std::span<const Sum> sums, const ChrfOptions& options) {
  const auto number = [](Sum sum) -> Number {
    if constexpr (std::is_same_v<Sum, float>) return NumpyNumber::float32(sum);
    return sum;
  };
  std::vector<NgramCounts<Number>> orders;
  for (std::size_t i = 0; i < sums.size(); i += 3) {
    orders.push_back({number(sums[i]), number(sums[i + 1]), number(sums[i + 2])});
  }
  return f_score<Number>(orders, options);
}

void check_at_least_0(int value, std::string_view flag) {
  if (value < 0) throw Error(str(flag, " is ", value, ", but must be at least 0"));
}

class ChrfMetric final : public Metric {
 public:
  explicit ChrfMetric(const ChrfOptions& options) : options_(options) {}

  StatisticsTable statistics(Segments hypotheses, References references) const override {
    check_same_length(hypotheses, references);
    StatisticsTable table(3 * static_cast<std::size_t>(options_.char_order + options_.word_order));
    PairReader reader(options_);
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      const auto line = reader.read(hypotheses[i]);
      std::vector<double> best;
      double best_score = -1.0;
      for (const auto& reference : references) {  // the first one wins a tie
        auto row = reader.compare(line, reader.read(reference[i]));
        const double score = references.size() > 1 ? value(row) : 0.0;
        if (score <= best_score) continue;
        best_score = score;
        best = std::move(row);
      }
      table.add(best);
    }
    return table;
  }

  std::string name() const override {
    return str("chrF", options_.beta, std::string(options_.word_order, '+'));
  }
  double value(std::span<const double> sums) const override {
    return f_score_of<double>(sums, options_);
  }
  NumpyNumber resampled_value(std::span<const float> sums) const override {
    return f_score_of<NumpyNumber>(sums, options_);
  }

  Signature signature(std::size_t references) const override {
    return Signature(references)
        .add("case", "c", options_.lowercase ? "lc" : "mixed")
        .add("eff", "e", options_.eps_smoothing ? "no" : "yes")
        .add("nc", "nc", str(options_.char_order))
        .add("nw", "nw", str(options_.word_order))
        .add("space", "s", options_.whitespace ? "yes" : "no");
  }

  std::vector<MetricOption> options() override {
    return {
        {"char_order", "--chrf-char-order", "-cc", &options_.char_order,
         "longest character n-gram."},
        {"word_order", "--chrf-word-order", "-cw", &options_.word_order,
         "longest word n-gram; 2 is chrF++."},
        {"beta", "--chrf-beta", "", &options_.beta, "Weight of recall relative to precision."},
        {"whitespace", "--chrf-whitespace", "", &options_.whitespace,
         "Count white space as characters."},
        {"lowercase", "--chrf-lowercase", "", &options_.lowercase, "Ignore case."},
        {"eps_smoothing", "--chrf-eps-smoothing", "", &options_.eps_smoothing,
         "Smooth like chrF++.py, NLTK and Moses instead of averaging over the effective orders."}};
  }

  void check_options() override {
    check_at_least_0(options_.beta, "--chrf-beta");
    check_at_least_0(options_.char_order, "--chrf-char-order");
    check_at_least_0(options_.word_order, "--chrf-word-order");
    if (options_.char_order + options_.word_order == 0) {
      throw Error(
          "--chrf-char-order and --chrf-word-order are both 0, but one of them must be positive");
    }
  }

 private:
  ChrfOptions options_;
};

}  // namespace

std::unique_ptr<Metric> make_metric(const ChrfOptions& options) {
  return std::make_unique<ChrfMetric>(options);
}

double corpus_chrf(Segments hypotheses, References references, const ChrfOptions& options) {
  return corpus_score(ChrfMetric(options), hypotheses, references);
}

double sentence_chrf(const std::string& hypothesis, std::span<const std::string> references,
                     const ChrfOptions& options) {
  return sentence_score(ChrfMetric(options), hypothesis, references);
}

}  // namespace regard::metrics
