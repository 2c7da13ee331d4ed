#pragma once
#include "claims/measurements.h"
#include "figures/small_translator.h"

namespace regard::claims {

/// What the small translators learn and are tried on: data/train, and data/val with data/test.
struct SmallData {
  figures::SmallCorpus corpus;
  figures::Sentences held_out;
  corpus::Examples held_out_examples;
};
/// Read at the first call.
const SmallData& small_data();

/// Trained in 2,000 updates at the first call for this seed and effort, and shared by the claims
/// that look at it.
figures::SmallModel shared_model(const std::string& model, const Attempt& attempt,
                                 double label_smoothing = figures::SmallTraining().label_smoothing);

/// Loss on the held-out sentences after so many updates (nats per token).
double trained_loss(figures::SmallTraining training, const Attempt& attempt);

}  // namespace regard::claims
