#include "claims/lookup_task.h"

#include <torch/utils.h>

#include <ATen/ops/linalg_qr.h>

#include <cmath>

#include "figures/learner.h"
#include "nn/initialize.h"
#include "nn/multi_head_attention.h"

namespace regard::claims {
namespace {

constexpr int64_t kBatchRows = 128, kKeys = 10, kSize = 16, kUpdates = 400;

struct LookupBatch {
  torch::Tensor queries;  ///< (batch, 1, size)
  torch::Tensor keys;     ///< (batch, key, size)
  torch::Tensor right;    ///< (batch)
};

class LookupExamples {
 public:
  explicit LookupExamples(uint64_t seed)
      : generator_(torch::make_generator<torch::CPUGeneratorImpl>(seed)),
        rotation_(std::get<0>(at::linalg_qr(torch::randn({kSize, kSize}, generator_)))) {}

  LookupBatch next() {
    const auto keys = torch::randn({kBatchRows, kKeys, kSize}, generator_);
    const auto right = torch::randint(kKeys, {kBatchRows}, generator_, torch::kLong);
    const auto chosen = keys.gather(1, right.view({-1, 1, 1}).expand({-1, 1, kSize}));
    const auto noise = 0.3 * torch::randn({kBatchRows, 1, kSize}, generator_);
    return {(chosen + noise).matmul(rotation_), keys, right};
  }

 private:
  at::Generator generator_;
  torch::Tensor rotation_;
};

}  // namespace

double learn_lookup(const LookupTask& task, const Attempt& attempt) {
  LookupExamples examples(attempt.seed);
  torch::manual_seed(attempt.seed);
  nn::MultiHeadAttention attention(nn::MultiHeadAttentionOptions{.query_size = kSize,
                                                                 .key_size = kSize,
                                                                 .value_size = kSize,
                                                                 .hidden_size = task.width,
                                                                 .heads = 1});
  nn::initialize(*attention);
  const double query_scale = task.scaled ? 1 : std::sqrt(static_cast<double>(task.width));
  const auto loss_of = [&](const LookupBatch& batch) {
    const auto weights =
        attention(batch.queries * query_scale, batch.keys, batch.keys, ops::AttentionMask{}, true)
            .weights;
    const auto log_weights = (weights.view({kBatchRows, kKeys}) + 1e-9).log();
    return -log_weights.gather(1, batch.right.unsqueeze(1)).mean();
  };
  const int64_t updates = attempt.share_of(kUpdates);
  figures::Learner learner(*attention, {.updates = updates, .learning_rate = 0.01});
  for (int64_t update = 0; update < updates; ++update) learner.update(loss_of(examples.next()));
  const torch::NoGradGuard no_grad;
  constexpr int kHeldOut = 8;
  double loss = 0;
  for (int i = 0; i < kHeldOut; ++i) loss += loss_of(examples.next()).item<double>() / kHeldOut;
  return loss;
}

}  // namespace regard::claims
