#pragma once
#include "ops/attention_recurrence.h"

namespace regard::ops {

/// The fused body of attention_recurrence with additive attention: all steps as one autograd
/// function.
RecurrenceOutput fused_attention_recurrence(const torch::Tensor& embedding_gates,
                                            const AdditiveMemory& memory,
                                            const DecoderWeights& weights,
                                            const RecurrentState& initial);

}  // namespace regard::ops
