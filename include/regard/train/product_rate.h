#pragma once
#include <torch/types.h>

#include <string>

namespace regard::train {

/// A product (rows, inner) x (inner, columns).
struct ProductShape {
  int64_t rows = 768, inner = 768, columns = 768;
};

/// Floating-point operations a second of such products on the device, as the models make them, at
/// the precision that is set (train/precision.h): the fastest of some, because what else the
/// machine does can only make them slower. Takes less than a tenth of a second.
double measure_product_rate(torch::Device device, const ProductShape& shape = {});

/// "bf16" where that makes products of a training step's size clearly faster, else "float32". It is
/// measured: a processor without instructions for bfloat16, or one on which rounding costs what the
/// products gain, keeps to float32.
std::string faster_precision(torch::Device device);

}  // namespace regard::train
