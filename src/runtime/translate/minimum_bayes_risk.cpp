#include "translate/minimum_bayes_risk.h"

#include <algorithm>
#include <span>
#include <utility>

#include "metrics/chrf.h"

namespace regard::translate {
namespace {

/// A text among the samples, and how often it was drawn.
struct Drawn {
  const Candidate* candidate;
  int64_t times;
};

std::vector<Drawn> distinct(const std::vector<Candidate>& samples) {
  std::vector<Drawn> texts;
  for (const auto& sample : samples) {
    const auto known = std::ranges::find_if(
        texts, [&](const Drawn& drawn) { return drawn.candidate->text == sample.text; });
    if (known == texts.end()) {
      texts.push_back({&sample, 1});
    } else {
      ++known->times;
    }
  }
  return texts;
}

/// The mean chrF of a text over all other samples as references.
double likeness(const Drawn& text, const std::vector<Drawn>& all, size_t samples) {
  constexpr double kSame = 100.0;
  double sum = kSame * static_cast<double>(text.times - 1);
  for (const auto& other : all) {
    if (other.candidate == text.candidate) continue;
    sum += static_cast<double>(other.times) *
           metrics::sentence_chrf(text.candidate->text, std::span(&other.candidate->text, 1));
  }
  return samples < 2 ? kSame : sum / static_cast<double>(samples - 1);
}

}  // namespace

Translation least_risk(const std::vector<Candidate>& samples, int64_t n_best) {
  const auto texts = distinct(samples);
  Translation translation;
  for (const auto& text : texts) {
    translation.n_best.push_back(*text.candidate);
    translation.n_best.back().score = likeness(text, texts, samples.size());
  }
  // Ties: the more likely one, then the one drawn first.
  std::ranges::stable_sort(translation.n_best, [](const Candidate& a, const Candidate& b) {
    return std::pair(a.score, a.log_prob) > std::pair(b.score, b.log_prob);
  });
  if (translation.n_best.size() > static_cast<size_t>(n_best)) {
    translation.n_best.resize(static_cast<size_t>(n_best));
  }
  if (!translation.n_best.empty()) translation.text = translation.n_best.front().text;
  return translation;
}

}  // namespace regard::translate
