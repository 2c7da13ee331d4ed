#include "optimizer/loss_scale.h"

namespace regard::train {
namespace {

constexpr double kFirst = 65536, kLargest = 16777216;
constexpr int64_t kStepsToGrow = 2000;

}  // namespace

LossScale LossScale::of_precision(config::Precision precision) {
  return {.factor = precision == config::Precision::fp16 ? kFirst : 1};
}

void LossScale::step_taken() {
  if (factor == 1 || ++steps < kStepsToGrow) return;
  steps = 0;
  if (factor < kLargest) factor *= 2;
}

bool LossScale::shrink() {
  if (factor <= 1) return false;
  factor /= 2;
  steps = 0;
  return true;
}

}  // namespace regard::train
