#include "ops/head_attention.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>

#include "math/kernels.h"
#include "ops/bodies.h"
#include "ops/probe.h"

namespace regard::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

torch::Tensor plain_additive_score(const torch::Tensor& query, const torch::Tensor& keys,
                                   const torch::Tensor& w_v) {
  return REGARD_OBSERVED("additive scores",
                         (query.unsqueeze(2) + keys.unsqueeze(1)).tanh().matmul(w_v));
}

// Allocates no (batch, query, key, hidden) tensor; the backward pass recomputes the tanh.
class FusedAdditiveScore : public torch::autograd::Function<FusedAdditiveScore> {
 public:
  static torch::Tensor forward(AutogradContext* context, const torch::Tensor& given_query,
                               const torch::Tensor& given_keys,
                               const torch::Tensor& given_weights) {
    const auto query = given_query.contiguous(), keys = given_keys.contiguous(),
               w_v = given_weights.contiguous();
    context->save_for_backward({query, keys, w_v});
    const int64_t queries = query.size(1), size = query.size(2), count = keys.size(1);
    auto scores = torch::empty({query.size(0), queries, count}, query.options());
    const auto* query_data = query.const_data_ptr<float>();
    const auto* key_data = keys.const_data_ptr<float>();
    const auto* weight_data = w_v.const_data_ptr<float>();
    auto* score_data = scores.mutable_data_ptr<float>();
    at::parallel_for(0, query.size(0) * queries, grain(count * size),
                     [&](int64_t begin, int64_t end) {
                       for (int64_t row = begin; row < end; ++row) {
                         for (int64_t key = 0; key < count; ++key) {
                           score_data[row * count + key] = math::kernels().additive_score(
                               query_data + row * size,
                               key_data + (row / queries * count + key) * size, weight_data, size);
                         }
                       }
                     });
    return scores;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const auto &query = saved[0], &keys = saved[1], &w_v = saved[2];
    const auto gradient = gradients[0].contiguous();
    const int64_t queries = query.size(1), size = query.size(2), count = keys.size(1);
    auto of_query = torch::zeros_like(query), of_keys = torch::zeros_like(keys);
    auto of_weights =
        torch::zeros({query.size(0), size}, query.options());  // a row for each sentence
    const auto* query_data = query.const_data_ptr<float>();
    const auto* key_data = keys.const_data_ptr<float>();
    const auto* weight_data = w_v.const_data_ptr<float>();
    const auto* gradient_data = gradient.const_data_ptr<float>();
    auto* of_query_data = of_query.mutable_data_ptr<float>();
    auto* of_key_data = of_keys.mutable_data_ptr<float>();
    auto* of_weight_data = of_weights.mutable_data_ptr<float>();
    at::parallel_for(
        0, query.size(0), grain(queries * count * size), [&](int64_t begin, int64_t end) {
          for (int64_t row = begin * queries; row < end * queries; ++row) {
            const int64_t sentence = row / queries;
            for (int64_t key = sentence * count; key < (sentence + 1) * count; ++key) {
              const float of_score = gradient_data[row * count + key % count];
              if (of_score == 0.0f) continue;  // padding
              math::kernels().additive_score_backward(
                  of_score, query_data + row * size, key_data + key * size, weight_data,
                  {of_query_data + row * size, of_key_data + key * size,
                   of_weight_data + sentence * size},
                  size);
            }
          }
        });
    return {of_query, of_keys, of_weights.sum(0)};
  }

 private:
  static int64_t grain(int64_t numbers_a_row) {
    return std::max<int64_t>(1, 16384 / std::max<int64_t>(1, numbers_a_row));
  }
};

}  // namespace

torch::Tensor additive_score(const torch::Tensor& query, const torch::Tensor& keys,
                             const torch::Tensor& w_v) {
  return may_fuse(query) ? FusedAdditiveScore::apply(query, keys, w_v)
                         : plain_additive_score(query, keys, w_v);
}

}  // namespace regard::ops
