#include "corpus/mix.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "base/readable.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::corpus {
namespace {

double pairs_of_epoch(const MixedText& text) {
  return text.copies * static_cast<double>(text.pairs);
}

double tokens_of_epoch(const MixedText& text) {
  return text.copies * static_cast<double>(text.target_tokens);
}

template <class Number>
double sum_of(std::span<const MixedText> texts, const Number& number) {
  double sum = 0;
  for (const auto& text : texts) sum += number(text);
  return sum;
}

std::string percent(double part, double whole) {
  return str(fixed(whole > 0 ? 100 * part / whole : 0, 1), " %");
}

}  // namespace

void mix(std::span<MixedText> texts, const config::MixOptions& options) {
  for (auto& text : texts) text.copies = text.weight;
  const double before = sum_of(texts, pairs_of_epoch);
  constexpr double kMostPairs = 1e9;  // four bytes of memory each
  if (before > kMostPairs) {
    throw Error(str("an epoch would have ", std::llround(std::min(before, 1e18)),
                    " pairs, more than 1,000,000,000"),
                "data.train", "lower the weights");
  }
  if (options.temperature == 1) return;
  int64_t most = 1;
  for (const auto& text : texts) most = std::max(most, text.pairs);
  for (auto& text : texts) {
    if (text.pairs == 0) continue;
    // Relative to the largest corpus, so that low temperatures cause no overflow.
    const double share = static_cast<double>(text.pairs) / static_cast<double>(most);
    text.copies *= std::pow(share, 1 / options.temperature - 1);
  }
  const double after = sum_of(texts, pairs_of_epoch);
  if (after == 0) return;
  for (auto& text : texts) text.copies *= before / after;
}

std::string mix_table(std::span<const MixedText> texts) {
  constexpr int kWidth = 12;
  const double pairs = sum_of(texts, pairs_of_epoch), tokens = sum_of(texts, tokens_of_epoch);
  std::ostringstream out;
  const auto cell = [&](const std::string& value) { out << std::setw(kWidth) << value; };
  out << "an epoch has about " << grouped(std::llround(pairs)) << " pairs and "
      << grouped(std::llround(tokens)) << " target tokens:\n";
  for (const auto* title : {"pairs", "weight", "times", "of pairs", "of tokens"}) cell(title);
  out << "  text";
  for (const auto& text : texts) {
    out << '\n';
    cell(grouped(text.pairs));
    cell(str(text.weight));
    cell(fixed(text.copies, 2));
    cell(percent(pairs_of_epoch(text), pairs));
    cell(percent(tokens_of_epoch(text), tokens));
    out << "  " << printable(text.name);
  }
  return out.str();
}

}  // namespace regard::corpus
