#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/activations.h"
#include "engine/matrix.h"
#include "engine/packed_memory.h"
#include "engine/row_of_bytes.h"
#include "engine/team.h"
#include "engine/weights.h"
#include "math/matrices.h"

namespace regard::engine {

using math::kCell;

/// A linear layer of a model.
struct Linear {
  Matrix weight;  ///< (outputs, inputs)
  Matrix bias;    ///< (outputs, 1), or empty
};

/// The rows as a product reads them: unchanged or rounded.
struct ProductInput {
  FloatRows rows{};
  AlignedVector<uint16_t> bf16;
  AlignedVector<uint8_t> bytes;
  std::vector<float> scales;
};

/// Operations after a product: activation, then + residual, which has the layout of the result.
struct After {
  math::Activation activation = math::Activation::none;
  const float* residual = nullptr;
};

/// Weights of linear layers with the same input, stacked and packed once for the kernels' products.
/// In int8, each output has its own scale, and each row of the input is quantized to bytes by its
/// largest number, as in CTranslate2 and Marian.
class PackedMatrix {
 public:
  PackedMatrix() = default;
  PackedMatrix(const std::vector<Linear>& layers, Precision precision);

  int64_t outputs() const { return outputs_; }
  int64_t inputs() const { return inputs_; }
  int64_t panels() const { return (outputs_ + kPanel - 1) / kPanel; }

  /// For SelectableMatrix: the address of the panels, and the number of cells per output in a
  /// panel.
  const char* cells() const { return cells_.data(); }
  int64_t cells_of_output() const { return cells_of_output_; }
  /// Copies scales and biases for some outputs of `all` and makes room for their panels. Returns
  /// the address to which the caller must write the panels.
  char* become_selection_of(const PackedMatrix& all, std::span<const int32_t> outputs);

  /// Prepares x, rows of `inputs` numbers that must not change before multiply_panels().
  void prepare(FloatRows x, ProductInput& input) const;

  /// Computes columns first * kPanel to last * kPanel of the product; y and the residual point to
  /// the first of these. Rows of y are `stride` apart.
  void multiply_panels(const ProductInput& input, int64_t first, int64_t last, const After& after,
                       float* y, int64_t stride) const;

  /// Computes the whole product, divided among the team members.
  void multiply(Team& team, FloatRows x, ProductInput& input, Activations& y,
                const After& after = {}) const;

 private:
  template <class Number>
  Number* panel(int64_t number);
  template <class Number>
  const Number* panel(int64_t number) const;
  void clear_padding();
  void pack_float32(const std::vector<Linear>& layers);
  void pack_bf16(const std::vector<Linear>& layers);
  void pack_int8(const std::vector<Linear>& layers);

  Precision precision_ = Precision::float32;
  int64_t outputs_ = 0;
  int64_t inputs_ = 0;
  int64_t cells_of_output_ = 0;
  PackedVector<char> cells_;
  AlignedVector<float> scales_;          // scale of each output; int8 only
  AlignedVector<int32_t> compensation_;  // correction of each output; int8 only
  AlignedVector<float> bias_;            // empty if no layer has a bias
};

/// A packed matrix that is also available row by row, which makes packing some of its outputs much
/// faster than a product.
class SelectableMatrix {
 public:
  /// `packed` must outlive this object.
  explicit SelectableMatrix(const PackedMatrix& packed);

  const PackedMatrix& all() const { return packed_; }

  /// Packs the selected outputs as outputs 0, 1, ... of `selected`, whose memory is reused.
  /// Products with either matrix have the same bits.
  void select(std::span<const int32_t> outputs, PackedMatrix& selected) const;

 private:
  const PackedMatrix& packed_;
  int64_t cells_;             // cells per output
  AlignedVector<char> rows_;  // (outputs, cells)
};

}  // namespace regard::engine
