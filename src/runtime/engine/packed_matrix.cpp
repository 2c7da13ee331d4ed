#include "engine/packed_matrix.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/profile.h"
#include "engine/row_of_bytes.h"
#include "math/kernels.h"

namespace regard::engine {
namespace {

/// Calls each(output, its layer, its row in the layer) for all outputs of all layers.
template <class Each>
void for_each_output(const std::vector<Linear>& layers, const Each& each) {
  int64_t output = 0;
  for (const auto& layer : layers) {
    for (int64_t row = 0; row < layer.weight.rows(); ++row) each(output++, layer, row);
  }
}

/// A row in float32, in `scratch` if the matrix consists of integers.
const float* float_row(const Matrix& matrix, int64_t row, std::vector<float>& scratch) {
  if (!matrix.has_integers()) return matrix.row(row);
  scratch.resize(static_cast<size_t>(matrix.columns()));
  matrix.copy_row(row, scratch.data());
  return scratch.data();
}

constexpr int64_t inputs_of_cell(Precision precision) {
  return precision == Precision::float32 ? 1 : precision == Precision::bf16 ? 2 : 4;
}

/// Index of an output's input k in a panel, relative to its input 0, if a cell has `kInputs`
/// inputs.
template <int64_t kInputs>
int64_t place_of(int64_t k) {
  return k / kInputs * kInputs * kPanel + k % kInputs;
}

/// Makes room for at least `wanted` numbers; never shrinks.
template <class Numbers>
void make_room(Numbers& numbers, int64_t wanted) {
  if (numbers.size() < static_cast<size_t>(wanted)) numbers.resize(static_cast<size_t>(wanted));
}

/// Size of the weights, in bytes, from which it pays to wake a helper.
constexpr int64_t kWorthSharing = int64_t{1} << 17;

}  // namespace

PackedMatrix::PackedMatrix(const std::vector<Linear>& layers, Precision precision)
    : precision_(precision),
      inputs_(layers.front().weight.columns()),
      cells_of_output_((inputs_ + inputs_of_cell(precision) - 1) / inputs_of_cell(precision)) {
  bool has_bias = false;
  for (const auto& layer : layers) {
    outputs_ += layer.weight.rows();
    has_bias = has_bias || layer.bias.data() != nullptr;
  }
  if (has_bias) {
    bias_.resize(static_cast<size_t>(panels() * kPanel));
    for_each_output(layers, [&](int64_t output, const Linear& layer, int64_t row) {
      const float* bias = layer.bias.data();
      bias_[static_cast<size_t>(output)] = bias == nullptr ? 0.0F : bias[row];
    });
  }
  make_room(cells_, panels() * kPanel * cells_of_output_ * kCell);
  clear_padding();
  switch (precision) {
    case Precision::float32:
      pack_float32(layers);
      break;
    case Precision::bf16:
      pack_bf16(layers);
      break;
    case Precision::int8:
      pack_int8(layers);
      break;
  }
}

/// Sets cells without a weight to 0.
void PackedMatrix::clear_padding() {
  const bool is_all = inputs_ % inputs_of_cell(precision_) != 0;
  const int64_t first = is_all ? 0 : outputs_ / kPanel;
  const int64_t bytes = kPanel * cells_of_output_ * kCell;
  std::fill(cells_.begin() + first * bytes, cells_.begin() + panels() * bytes, char{0});
}

template <class Number>
const Number* PackedMatrix::panel(int64_t number) const {
  return reinterpret_cast<const Number*>(cells_.data() +
                                         number * kPanel * cells_of_output_ * kCell);
}

template <class Number>
Number* PackedMatrix::panel(int64_t number) {
  return const_cast<Number*>(std::as_const(*this).panel<Number>(number));
}

void PackedMatrix::pack_float32(const std::vector<Linear>& layers) {
  std::vector<float> scratch;
  for_each_output(layers, [&](int64_t output, const Linear& layer, int64_t row) {
    const float* weights = float_row(layer.weight, row, scratch);
    float* cells = panel<float>(output / kPanel) + output % kPanel;
    for (int64_t k = 0; k < inputs_; ++k) cells[place_of<1>(k)] = weights[k];
  });
}

void PackedMatrix::pack_bf16(const std::vector<Linear>& layers) {
  AlignedVector<uint16_t> rounded(static_cast<size_t>(2 * cells_of_output_));
  std::vector<float> scratch;
  for_each_output(layers, [&](int64_t output, const Linear& layer, int64_t row) {
    math::kernels().round_to_bf16(float_row(layer.weight, row, scratch), inputs_,
                                  2 * cells_of_output_, rounded.data());
    uint16_t* cells = panel<uint16_t>(output / kPanel) + output % kPanel * 2;
    for (int64_t k = 0; k < inputs_; ++k) cells[place_of<2>(k)] = rounded[static_cast<size_t>(k)];
  });
}

void PackedMatrix::pack_int8(const std::vector<Linear>& layers) {
  const auto columns = static_cast<size_t>(panels() * kPanel);
  scales_.resize(columns);
  compensation_.resize(columns);
  RowOfBytes bytes(inputs_);
  for_each_output(layers, [&](int64_t output, const Linear& layer, int64_t row) {
    bytes.become(layer.weight, row);
    compensation_[static_cast<size_t>(output)] = -128 * bytes.sum();
    scales_[static_cast<size_t>(output)] = bytes.scale();
    int8_t* cells = panel<int8_t>(output / kPanel) + output % kPanel * 4;
    for (int64_t k = 0; k < inputs_; k += 4) {
      std::memcpy(cells + place_of<4>(k), bytes.data() + k, 4);
    }
  });
}

char* PackedMatrix::become_selection_of(const PackedMatrix& all, std::span<const int32_t> outputs) {
  precision_ = all.precision_;
  inputs_ = all.inputs_;
  cells_of_output_ = all.cells_of_output_;
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
  make_room(cells_, panels() * kPanel * cells_of_output_ * kCell);
  return cells_.data();
}

void PackedMatrix::prepare(FloatRows x, ProductInput& input) const {
  input.rows = x;
  if (precision_ == Precision::float32) return;
  const int64_t padded = cells_of_output_ * inputs_of_cell(precision_);
  if (precision_ == Precision::bf16) {
    make_room(input.bf16, x.count * padded);
    for (int64_t row = 0; row < x.count; ++row) {
      math::kernels().round_to_bf16(x.data + row * x.stride, inputs_, padded,
                                    input.bf16.data() + row * padded);
    }
    return;
  }
  make_room(input.bytes, x.count * padded);
  make_room(input.scales, x.count);
  for (int64_t row = 0; row < x.count; ++row) {
    math::kernels().quantize(x.data + row * x.stride, inputs_, padded,
                             input.bytes.data() + row * padded,
                             &input.scales[static_cast<size_t>(row)]);
  }
}

void PackedMatrix::multiply_panels(const ProductInput& input, int64_t first, int64_t last,
                                   const After& after, float* y, int64_t stride) const {
  const int64_t column = first * kPanel;
  const math::Epilogue epilogue{.bias = bias_.empty() ? nullptr : bias_.data() + column,
                                .activation = after.activation,
                                .residual = after.residual};
  switch (precision_) {
    case Precision::float32:
      return math::kernels().multiply(input.rows, {.data = panel<float>(first), .depth = inputs_},
                                      last - first, epilogue, y, stride);
    case Precision::bf16:
      return math::kernels().multiply_bf16(
          {.data = input.bf16.data(), .count = input.rows.count},
          {.data = panel<uint16_t>(first), .pairs = cells_of_output_}, last - first, epilogue, y,
          stride);
    case Precision::int8:
      return math::kernels().multiply_int8(
          {.data = input.bytes.data(), .scales = input.scales.data(), .count = input.rows.count},
          {.data = panel<int8_t>(first),
           .groups = cells_of_output_,
           .scales = scales_.data() + column,
           .compensation = compensation_.data() + column},
          last - first, epilogue, y, stride);
  }
}

void PackedMatrix::multiply(Team& team, FloatRows x, ProductInput& input, Activations& y,
                            const After& after) const {
  const ProductTimer timer(2 * x.count * inputs_ * outputs_, team.members());
  prepare(x, input);
  const auto part = [&](Share panels) {
    const int64_t column = panels.begin * kPanel;
    const After there{.activation = after.activation,
                      .residual = after.residual == nullptr ? nullptr : after.residual + column};
    multiply_panels(input, panels.begin, panels.end, there, y.row(0) + column, y.stride());
  };
  const int64_t bytes = panels() * kPanel * cells_of_output_ * kCell;
  if (team.members() == 1 || bytes * (1 + x.count / 4) < kWorthSharing) {
    part({0, panels()});
  } else {
    team.run([&](int64_t member) { part(share_of(panels(), member, team.members())); });
  }
}

SelectableMatrix::SelectableMatrix(const PackedMatrix& packed)
    : packed_(packed),
      cells_(packed.cells_of_output()),
      rows_(static_cast<size_t>(packed.outputs() * cells_ * kCell)) {
  for (int64_t output = 0; output < packed.outputs(); ++output) {
    const char* column =
        packed.cells() + (output / kPanel * cells_ * kPanel + output % kPanel) * kCell;
    char* row = rows_.data() + output * cells_ * kCell;
    for (int64_t cell = 0; cell < cells_; ++cell) {
      std::memcpy(row + cell * kCell, column + cell * kPanel * kCell, kCell);
    }
  }
}

void SelectableMatrix::select(std::span<const int32_t> outputs, PackedMatrix& selected) const {
  char* panel = selected.become_selection_of(packed_, outputs);
  while (!outputs.empty()) {
    const size_t columns = std::min(outputs.size(), static_cast<size_t>(kPanel));
    const char* rows[kPanel];
    for (size_t column = 0; column < columns; ++column) {
      rows[column] = rows_.data() + outputs[column] * cells_ * kCell;
    }
    for (int64_t cell = 0; cell < cells_; ++cell) {
      char* to = panel + cell * kPanel * kCell;
      for (size_t column = 0; column < columns; ++column) {
        std::memcpy(to + static_cast<int64_t>(column) * kCell, rows[column] + cell * kCell, kCell);
      }
    }
    panel += cells_ * kPanel * kCell;
    outputs = outputs.subspan(columns);
  }
}

}  // namespace regard::engine
