#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "regard/translate/translation.h"
#include "regard/translate/translator_options.h"

namespace regard::serve {

/// How fast a number type translates the trial sentences, and how well it agrees with float32.
struct ComputeTrial {
  translate::Compute compute = translate::Compute::float32;
  double sentences_per_second = 0.0;
  double same = 1.0;        ///< share of translations that equal those in float32
  double difference = 0.0;  ///< mean difference of token log-probabilities from float32
};

/// The number type in which a server computes, and the trials that decided it.
struct ComputeChoice {
  translate::Compute compute = translate::Compute::float32;
  std::vector<ComputeTrial> trials = {};  ///< float32 first; none if nothing was measured
};

/// Short everyday sentences in a language; none if the server has none in it.
std::span<const std::string_view> trial_sentences(std::string_view language);

/// Minimum number of trial sentences: with fewer, speed and agreement cannot be measured.
constexpr size_t kLeastTrialSentences = 8;

/// Translates all trial sentences with a number type.
using TrialTranslation =
    std::function<std::vector<translate::Translation>(translate::Compute compute)>;
/// Seconds since an arbitrary moment.
using Clock = std::function<double()>;

/// Translates the sentences alternately in float32 and the other number types, and chooses the
/// fastest type that is faster than float32 and agrees with it.
ComputeChoice measure_compute(std::span<const translate::Compute> others,
                              const TrialTranslation& translate, const Clock& clock);

/// The choice and its trials on one line, for the log.
std::string in_words(const ComputeChoice& choice);

}  // namespace regard::serve
