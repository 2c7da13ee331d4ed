#include "trainer/product_rate.h"

#include <algorithm>
#include <limits>

#include "base/stopwatch.h"
#include "ops/affine.h"
#include "trainer/precision.h"

namespace regard::train {

double measure_product_rate(torch::Device device, const ProductShape& shape) {
  constexpr int kProducts = 10;
  const torch::InferenceMode inference;
  const auto options = torch::device(device);
  const auto [rows, inner, columns] = shape;
  // Not drawn from torch's generator, whose random numbers belong to training.
  const auto x = torch::linspace(-1, 1, rows * inner, options).view({rows, inner});
  const auto weight = torch::linspace(-1, 1, columns * inner, options).view({columns, inner});
  double seconds = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kProducts; ++i) {
    const Stopwatch stopwatch;
    ops::affine(x, weight)[0][0].item<float>();  // waits for the device
    seconds = std::min(seconds, stopwatch.seconds());
  }
  return 2.0 * static_cast<double>(rows * inner * columns) / seconds;
}

config::Precision faster_precision(torch::Device device) {
  using config::Precision;
  constexpr double kClearly = 1.2;
  constexpr ProductShape kTrainingStep = {.rows = 2048, .inner = 256, .columns = 1024};
  const auto rate = [&](Precision precision) {
    const ProductPrecision products(precision, device);
    return measure_product_rate(device, kTrainingStep);
  };
  return rate(Precision::bf16) > kClearly * rate(Precision::float32) ? Precision::bf16
                                                                     : Precision::float32;
}

}  // namespace regard::train
