#include "engine/packed_matrix.h"

#include <algorithm>
#include <cmath>

namespace regard::engine {
namespace {

/// Calls each(output, weights of the output, its bias) for all outputs of all layers.
template <class Each>
void for_each_output(std::span<const Linear> layers, int64_t inputs, const Each& each) {
  int64_t output = 0;
  for (const auto& layer : layers) {
    for (int64_t row = 0; row < layer.outputs; ++row) {
      each(output++, layer.weight + row * inputs, layer.bias == nullptr ? 0.0F : layer.bias[row]);
    }
  }
}

int64_t groups_of(int64_t inputs) { return (inputs + 3) / 4; }

/// A helper is worth waking for so many bytes of weights.
constexpr int64_t kWorthSharing = int64_t{1} << 17;

}  // namespace

PackedMatrix::PackedMatrix(std::span<const Linear> layers, int64_t inputs, Precision precision,
                           const Kernels& kernels)
    : kernels_(&kernels), precision_(precision), inputs_(inputs) {
  bool has_bias = false;
  for (const auto& layer : layers) {
    outputs_ += layer.outputs;
    has_bias = has_bias || layer.bias != nullptr;
  }
  const auto columns = static_cast<size_t>(panels() * kPanel);
  if (has_bias) {
    bias_.resize(columns);
    for_each_output(layers, inputs_, [&](int64_t output, const float*, float bias) {
      bias_[static_cast<size_t>(output)] = bias;
    });
  }
  precision == Precision::float32 ? pack_float32(layers) : pack_int8(layers);
}

void PackedMatrix::pack_float32(std::span<const Linear> layers) {
  floats_.resize(static_cast<size_t>(panels() * kPanel * inputs_));
  for_each_output(layers, inputs_, [&](int64_t output, const float* weights, float) {
    float* panel = floats_.data() + output / kPanel * kPanel * inputs_ + output % kPanel;
    for (int64_t k = 0; k < inputs_; ++k) panel[k * kPanel] = weights[k];
  });
}

void PackedMatrix::pack_int8(std::span<const Linear> layers) {
  const auto columns = static_cast<size_t>(panels() * kPanel);
  const int64_t panel_size = groups_of(inputs_) * 4 * kPanel;
  bytes_.resize(static_cast<size_t>(panels() * panel_size));
  scales_.resize(columns);
  compensation_.resize(columns);
  for_each_output(layers, inputs_, [&](int64_t output, const float* weights, float) {
    float largest = 0.0F;
    for (int64_t k = 0; k < inputs_; ++k) largest = std::max(largest, std::abs(weights[k]));
    const float scale = largest / 127.0F;
    int8_t* panel = bytes_.data() + output / kPanel * panel_size + output % kPanel * 4;
    int32_t sum = 0;
    for (int64_t k = 0; k < inputs_; ++k) {
      const auto byte = static_cast<int8_t>(scale > 0.0F ? std::lrint(weights[k] / scale) : 0);
      panel[k / 4 * 4 * kPanel + k % 4] = byte;
      sum += byte;
    }
    scales_[static_cast<size_t>(output)] = scale;
    compensation_[static_cast<size_t>(output)] = -128 * sum;
  });
}

const char* PackedMatrix::cells() const {
  return precision_ == Precision::float32 ? reinterpret_cast<const char*>(floats_.data())
                                          : reinterpret_cast<const char*>(bytes_.data());
}

int64_t PackedMatrix::cells_of_output() const {
  return precision_ == Precision::float32 ? inputs_ : groups_of(inputs_);
}

char* PackedMatrix::become_selection_of(const PackedMatrix& all, std::span<const int32_t> outputs) {
  kernels_ = all.kernels_;
  precision_ = all.precision_;
  inputs_ = all.inputs_;
  outputs_ = static_cast<int64_t>(outputs.size());
  const auto columns = static_cast<size_t>(panels() * kPanel);
  const auto select = [&](const auto& from, auto& to) {
    if (from.empty()) return;
    to.resize(columns);
    for (size_t i = 0; i < outputs.size(); ++i) to[i] = from[static_cast<size_t>(outputs[i])];
  };
  select(all.bias_, bias_);
  select(all.scales_, scales_);
  select(all.compensation_, compensation_);
  const size_t cells = columns * static_cast<size_t>(cells_of_output());
  if (precision_ == Precision::float32) {
    if (floats_.size() < cells) floats_.resize(cells);
    return reinterpret_cast<char*>(floats_.data());
  }
  if (bytes_.size() < 4 * cells) bytes_.resize(4 * cells);
  return reinterpret_cast<char*>(bytes_.data());
}

void PackedMatrix::prepare(Rows<const float> x, ProductInput& input) const {
  input.rows = x;
  if (precision_ == Precision::float32) return;
  const int64_t padded = 4 * groups_of(inputs_);
  const auto rows = static_cast<size_t>(x.count);
  if (input.bytes.size() < rows * static_cast<size_t>(padded)) {
    input.bytes.resize(rows * static_cast<size_t>(padded));
  }
  if (input.scales.size() < rows) input.scales.resize(rows);
  for (int64_t row = 0; row < x.count; ++row) {
    kernels_->quantize(x.data + row * x.stride, inputs_, padded, input.bytes.data() + row * padded,
                       &input.scales[static_cast<size_t>(row)]);
  }
}

void PackedMatrix::multiply_panels(const ProductInput& input, int64_t first, int64_t last,
                                   const After& after, float* y, int64_t stride) const {
  const int64_t column = first * kPanel;
  const Epilogue epilogue{.bias = bias_.empty() ? nullptr : bias_.data() + column,
                          .activation = after.activation,
                          .residual = after.residual};
  if (precision_ == Precision::float32) {
    kernels_->multiply(input.rows, {.data = floats_.data() + column * inputs_, .depth = inputs_},
                       last - first, epilogue, y, stride);
  } else {
    const int64_t groups = groups_of(inputs_);
    kernels_->multiply_int8(
        {.data = input.bytes.data(), .scales = input.scales.data(), .count = input.rows.count},
        {.data = bytes_.data() + column * 4 * groups,
         .groups = groups,
         .scales = scales_.data() + column,
         .compensation = compensation_.data() + column},
        last - first, epilogue, y, stride);
  }
}

void PackedMatrix::multiply(Team& team, Rows<const float> x, ProductInput& input, Activations& y,
                            const After& after) const {
  prepare(x, input);
  const auto part = [&](Share panels) {
    const int64_t column = panels.begin * kPanel;
    const After there{.activation = after.activation,
                      .residual = after.residual == nullptr ? nullptr : after.residual + column};
    multiply_panels(input, panels.begin, panels.end, there, y.row(0) + column, y.stride());
  };
  const int64_t bytes = panels() * kPanel * inputs_ * (precision_ == Precision::float32 ? 4 : 1);
  if (team.members() == 1 || bytes * (1 + x.count / 4) < kWorthSharing) {
    part({0, panels()});
  } else {
    team.run([&](int64_t member) { part(share_of(panels(), member, team.members())); });
  }
}

}  // namespace regard::engine
