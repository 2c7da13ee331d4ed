#include "regard/metrics/chrf.h"

#include <algorithm>
#include <string_view>

#include "ngram_trie.h"
#include "regard/base/str.h"
#include "regard/base/utf8.h"
#include "regard/metrics/unicode.h"
#include "resampled_scores.h"

namespace regard::metrics {
namespace {

using Symbols = std::vector<std::uint32_t>;

bool is_ascii_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}

/// The words between white space, with one ASCII punctuation mark cut off: the last character or
/// else the first.
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

/// Text to statistics, a pair of lines at a time. Keeps what pairs share: the vocabulary and the
/// room for n-grams.
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

  ChrfStatistics compare(const Line& hypothesis, const Line& reference) {
    ChrfStatistics statistics;
    statistics.orders.reserve(options_.char_order + options_.word_order);
    append_orders(hypothesis.characters, reference.characters, options_.char_order, char_ngrams_,
                  statistics);
    append_orders(hypothesis.words, reference.words, options_.word_order, word_ngrams_, statistics);
    return statistics;
  }

 private:
  static void append_orders(const Symbols& hypothesis, const Symbols& reference, int max_order,
                            NgramTrie& ngrams, ChrfStatistics& statistics) {
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
      statistics.orders.push_back({in_hypothesis, in_reference, matches[n - 1]});
    }
  }

  ChrfOptions options_;
  Vocabulary vocabulary_;
  NgramTrie char_ngrams_;
  NgramTrie word_ngrams_;
};

/// The statistics against the reference with the highest score, the first of several as high.
template <class ReferenceOf>  // (std::size_t) -> const std::string&
ChrfStatistics best_statistics(PairReader& reader, const std::string& hypothesis,
                               std::size_t references, const ReferenceOf& reference_of,
                               const ChrfOptions& options) {
  const PairReader::Line line = reader.read(hypothesis);
  ChrfStatistics best;
  double best_score = -1.0;
  for (std::size_t i = 0; i < references; ++i) {
    ChrfStatistics statistics = reader.compare(line, reader.read(reference_of(i)));
    const double score = references > 1 ? chrf_score(statistics, options) : 0.0;
    if (score > best_score) {
      best_score = score;
      best = std::move(statistics);
    }
  }
  return best;
}

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

}  // namespace

ChrfStatistics& ChrfStatistics::operator+=(const ChrfStatistics& other) {
  orders.resize(std::max(orders.size(), other.orders.size()));
  for (std::size_t i = 0; i < other.orders.size(); ++i) {
    orders[i].hypothesis += other.orders[i].hypothesis;
    orders[i].reference += other.orders[i].reference;
    orders[i].matches += other.orders[i].matches;
  }
  return *this;
}

std::vector<ChrfStatistics> chrf_statistics(Segments hypotheses, References references,
                                            const ChrfOptions& options) {
  check_same_length(hypotheses, references);
  PairReader reader(options);
  std::vector<ChrfStatistics> statistics;
  statistics.reserve(hypotheses.size());
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    statistics.push_back(best_statistics(
        reader, hypotheses[i], references.size(),
        [&](std::size_t r) -> const std::string& { return references[r][i]; }, options));
  }
  return statistics;
}

double chrf_score(const ChrfStatistics& statistics, const ChrfOptions& options) {
  std::vector<NgramCounts<double>> orders;
  for (const ChrfStatistics::Order& order : statistics.orders) {
    orders.push_back({static_cast<double>(order.hypothesis), static_cast<double>(order.reference),
                      static_cast<double>(order.matches)});
  }
  return f_score<double>(orders, options);
}

NumpyNumber resampled_chrf(std::span<const float> sums, const ChrfOptions& options) {
  std::vector<NgramCounts<NumpyNumber>> orders;
  for (std::size_t i = 0; i < sums.size(); i += 3) {
    orders.push_back({NumpyNumber::float32(sums[i]), NumpyNumber::float32(sums[i + 1]),
                      NumpyNumber::float32(sums[i + 2])});
  }
  return f_score<NumpyNumber>(orders, options);
}

double corpus_chrf(Segments hypotheses, References references, const ChrfOptions& options) {
  const auto statistics = chrf_statistics(hypotheses, references, options);
  ChrfStatistics sum;
  for (const ChrfStatistics& segment : statistics) sum += segment;
  return chrf_score(sum, options);
}

double sentence_chrf(const std::string& hypothesis, std::span<const std::string> references,
                     const ChrfOptions& options) {
  PairReader reader(options);
  return chrf_score(
      best_statistics(
          reader, hypothesis, references.size(),
          [&](std::size_t r) -> const std::string& { return references[r]; }, options),
      options);
}

Score describe_chrf(double score, const ChrfOptions& options) {
  return {.name = str("chrF", options.beta, std::string(options.word_order, '+')),
          .value = score,
          .details = {}};
}

Signature chrf_signature(const ChrfOptions& options, std::size_t references) {
  return Signature(references)
      .add("case", "c", options.lowercase ? "lc" : "mixed")
      .add("eff", "e", options.eps_smoothing ? "no" : "yes")
      .add("nc", "nc", str(options.char_order))
      .add("nw", "nw", str(options.word_order))
      .add("space", "s", options.whitespace ? "yes" : "no");
}

}  // namespace regard::metrics
