#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "architecture/alignment_source.h"
#include "engine/context.h"
#include "engine/normed_product.h"
#include "engine/packed_matrix.h"
#include "math/attention.h"

namespace regard::engine {

/// Cross-attention of the decoder. A missing matrix leaves its input unchanged.
struct AttendedContextWeights final : public ContextWeights {
  std::unique_ptr<Contexts> contexts(int64_t slots) const override;
  int64_t kept_numbers(int64_t source) const override {
    return source * (heads.keys() + heads.values());
  }

  math::AttentionHeads heads = {};
  std::vector<float> score;            ///< additive attention; else empty
  std::optional<NormedProduct> keys;   ///< key projection of the memory
  PackedMatrix values;                 ///< value projection of the memory
  std::optional<PackedMatrix> output;  ///< projection of the attended values
  model::AlignmentSource alignment;
};

}  // namespace regard::engine
