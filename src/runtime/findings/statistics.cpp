#include "findings/statistics.h"

#include <algorithm>
#include <span>

#include "base/columns.h"
#include "base/readable.h"
#include "base/utf8.h"
#include "findings/encoding.h"
#include "regard/base/str.h"
#include "text/sentences.h"

namespace regard::findings {
namespace {

/// Lower limits of the ranges, except for the first range.
constexpr std::array<size_t, 8> kWords = {3, 5, 10, 15, 20, 30, 50, 100};
constexpr std::array<size_t, 4> kSentences = {2, 3, 4, 6};
constexpr std::array<double, 8> kRatios = {0.33, 0.5, 0.67, 0.8, 1.25, 1.5, 2, 3};

Histogram histogram_of(const std::string& title, std::span<const size_t> begins) {
  Histogram histogram{.title = title};
  size_t begin = 1;
  for (const size_t next : begins) {
    histogram.ranges.push_back(next - begin == 1 ? str(begin) : str(begin, "\u2013", next - 1));
    begin = next;
  }
  histogram.ranges.push_back(str(begin, "+"));
  histogram.source.assign(histogram.ranges.size(), 0);
  histogram.target = histogram.source;
  return histogram;
}

Histogram histogram_of_ratios() {
  Histogram histogram{.title = "characters in the target per character in the source"};
  histogram.ranges.push_back(str("< ", kRatios.front()));
  for (size_t at = 1; at < kRatios.size(); ++at) {
    histogram.ranges.push_back(str(kRatios.at(at - 1), "\u2013", kRatios.at(at)));
  }
  histogram.ranges.push_back(str("> ", kRatios.back()));
  histogram.source.assign(histogram.ranges.size(), 0);
  return histogram;
}

template <class Number, class Begins>
size_t range_of(Number value, const Begins& begins) {
  return static_cast<size_t>(std::ranges::upper_bound(begins, value) - begins.begin());
}

}  // namespace

Statistics::Statistics()
    : words_(histogram_of("words per side", kWords)),
      ratios_(histogram_of_ratios()),
      sentences_(histogram_of("sentences per side", kSentences)) {}

void Statistics::count_encoding(Subject& subject) {
  for (const Side side : kSides) {
    const auto& text = subject.text(side);
    auto& counts = sides_.at(static_cast<size_t>(side));
    const bool is_ascii = std::ranges::all_of(text, [](char c) { return (c & '\x80') == 0; });
    if (is_ascii) {
      ++counts.ascii;
    } else if (!first_invalid_utf8(text)) {
      ++counts.utf8;
    } else {
      ++(from_single_bytes(text) ? counts.windows : counts.broken);
    }
  }
}

void Statistics::count(Subject& subject) {
  std::array<size_t, 2> characters{};
  for (const Side side : kSides) {
    const auto at = static_cast<size_t>(side);
    const auto& text = subject.text(side);
    auto& counts = sides_.at(at);
    const auto words = words_in(text);
    characters.at(at) = text_width(text);
    counts.words += words;
    counts.characters += static_cast<int64_t>(characters.at(at));
    const auto& guess = subject.language(side);
    constexpr double kSure = 0.5;
    if (guess.confidence > kSure) ++counts.languages[guess.language];
    const auto sentences = text::split_sentences(text).size();
    auto& of_words = side == Side::source ? words_.source : words_.target;
    auto& of_sentences = side == Side::source ? sentences_.source : sentences_.target;
    ++of_words.at(range_of(static_cast<size_t>(std::max<int64_t>(words, 1)), kWords));
    ++of_sentences.at(range_of(std::max<size_t>(sentences, 1), kSentences));
  }
  const double ratio =
      static_cast<double>(characters[1]) / static_cast<double>(std::max<size_t>(characters[0], 1));
  ++ratios_.source.at(range_of(ratio, kRatios));
}

void Statistics::put_into(Report& report) const {
  report.sides = sides_;
  report.histograms = {words_, ratios_, sentences_};
}

}  // namespace regard::findings
