#pragma once
#include <torch/types.h>

#include "config/training_options.h"

namespace regard::train {

/// A product (rows, inner) x (inner, columns).
struct ProductShape {
  int64_t rows = 768, inner = 768, columns = 768;
};

/// Floating-point operations per second of such products on the device, as the models compute them,
/// at the current precision (trainer/precision.h). The fastest of several, because other work on
/// the machine only slows them down. Takes a fraction of a second.
double measure_product_rate(torch::Device device, const ProductShape& shape = {});

/// bf16 if it makes products of a training step's size clearly faster, else float32. This is
/// measured: without instructions for bfloat16, or where rounding costs what the products gain, the
/// result is float32.
config::Precision faster_precision(torch::Device device);

}  // namespace regard::train
