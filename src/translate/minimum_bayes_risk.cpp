#include "regard/translate/minimum_bayes_risk.h"

#include <algorithm>
#include <utility>

#include "regard/metrics/chrf.h"
#include "regard/translate/translate_lines.h"

namespace regard::translate {
namespace {

/// A text among the samples, and how often it came.
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

/// The mean chrF of one text with every other sample as the reference.
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
  // Of equals the one that the model finds more likely, then the one that was drawn first.
  std::ranges::stable_sort(translation.n_best, [](const Candidate& a, const Candidate& b) {
    return std::pair(a.score, a.log_prob) > std::pair(b.score, b.log_prob);
  });
  if (translation.n_best.size() > static_cast<size_t>(n_best)) {
    translation.n_best.resize(static_cast<size_t>(n_best));
  }
  if (!translation.n_best.empty()) translation.text = translation.n_best.front().text;
  return translation;
}

std::vector<Translation> translate_by_least_risk(
    model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
    std::span<const std::string> lines, const config::SearchOptions& options,
    const config::GenerationOptions& sampling, int64_t samples, int64_t n_best,
    int64_t first_number, const std::function<void()>& before_step) {
  std::vector<std::vector<Candidate>> drawn(lines.size());
  std::vector<int64_t> parts(lines.size(), 1);
  for (int64_t sample = 0; sample < samples; ++sample) {
    auto other_seed = sampling;
    other_seed.seed += sample;
    auto found =
        sample_lines(model, tokenizers, lines, options, other_seed, first_number, before_step);
    for (size_t line = 0; line < lines.size(); ++line) {
      for (auto& candidate : found[line].n_best) drawn[line].push_back(std::move(candidate));
      parts[line] = found[line].parts;
    }
  }
  std::vector<Translation> translations;
  for (size_t line = 0; line < lines.size(); ++line) {
    translations.push_back(least_risk(drawn[line], n_best));
    translations.back().parts = parts[line];
  }
  return translations;
}

}  // namespace regard::translate
