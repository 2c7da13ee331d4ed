#include "regard/nn/additive_attention.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include "math/kernels.h"
#include "regard/nn/affine.h"
#include "regard/nn/dropout.h"
#include "regard/nn/masked_softmax.h"

namespace regard::nn {
namespace {

// weights . tanh(query + key) of all pairs, without a (batch, query, key, hidden) tensor; the tanh
// is done again in the backward pass. query (batch, query, hidden), keys (batch, key, hidden),
// weights (hidden) -> (batch, query, key).
class AdditiveScores : public torch::autograd::Function<AdditiveScores> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context,
                               const torch::Tensor& given_query, const torch::Tensor& given_keys,
                               const torch::Tensor& given_weights) {
    const auto query = given_query.contiguous(), keys = given_keys.contiguous();
    const auto weights = given_weights.contiguous();
    context->save_for_backward({query, keys, weights});
    const int64_t queries = query.size(1), size = query.size(2), count = keys.size(1);
    auto scores = torch::empty({query.size(0), queries, count}, query.options());
    const float* query_data = query.const_data_ptr<float>();
    const float* key_data = keys.const_data_ptr<float>();
    const float* weight_data = weights.const_data_ptr<float>();
    float* score_data = scores.mutable_data_ptr<float>();
    at::parallel_for(0, query.size(0) * queries, grain(count * size),
                     [&](int64_t begin, int64_t end) {
                       for (int64_t row = begin; row < end; ++row) {
                         for (int64_t key = 0; key < count; ++key) {
                           score_data[row * count + key] = math::additive_score(
                               query_data + row * size,
                               key_data + (row / queries * count + key) * size, weight_data, size);
                         }
                       }
                     });
    return scores;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const auto &query = saved[0], &keys = saved[1], &weights = saved[2];
    const auto gradient = gradients[0].contiguous();
    const int64_t queries = query.size(1), size = query.size(2), count = keys.size(1);
    auto query_gradient = torch::zeros_like(query);
    auto keys_gradient = torch::zeros_like(keys);
    auto weights_gradient =
        torch::zeros({query.size(0), size}, query.options());  // a row for each sentence
    const float* query_data = query.const_data_ptr<float>();
    const float* key_data = keys.const_data_ptr<float>();
    const float* weight_data = weights.const_data_ptr<float>();
    const float* gradient_data = gradient.const_data_ptr<float>();
    float* query_gradient_data = query_gradient.mutable_data_ptr<float>();
    float* key_gradient_data = keys_gradient.mutable_data_ptr<float>();
    float* weight_gradient_data = weights_gradient.mutable_data_ptr<float>();
    at::parallel_for(
        0, query.size(0), grain(queries * count * size), [&](int64_t begin, int64_t end) {
          for (int64_t row = begin * queries; row < end * queries; ++row) {
            const int64_t sentence = row / queries;
            for (int64_t key = sentence * count; key < (sentence + 1) * count; ++key) {
              const float of_score = gradient_data[row * count + key % count];
              if (of_score == 0.0f) continue;  // padding
              math::additive_score_backward(
                  of_score, query_data + row * size, key_data + key * size, weight_data,
                  query_gradient_data + row * size, key_gradient_data + key * size,
                  weight_gradient_data + sentence * size, size);
            }
          }
        });
    return {query_gradient, keys_gradient, weights_gradient.sum(0)};
  }

 private:
  static int64_t grain(int64_t numbers_a_row) {
    return std::max<int64_t>(1, 16384 / std::max<int64_t>(1, numbers_a_row));
  }
};

torch::Tensor additive_scores(const torch::Tensor& query, const torch::Tensor& keys,
                              const torch::Tensor& weights) {
  if (query.is_cpu() && query.scalar_type() == torch::kFloat)
    return AdditiveScores::apply(query, keys, weights);
  return (query.unsqueeze(2) + keys.unsqueeze(1)).tanh().matmul(weights);
}

}  // namespace

AdditiveAttentionImpl::AdditiveAttentionImpl(const AdditiveAttentionOptions& options)
    : dropout_(options.dropout) {
  using torch::nn::Linear, torch::nn::LinearOptions;
  W_q = register_module("W_q",
                        Linear(LinearOptions(options.query_size, options.hidden_size).bias(false)));
  W_k = register_module("W_k",
                        Linear(LinearOptions(options.key_size, options.hidden_size).bias(false)));
  w_v = register_module("w_v", Linear(LinearOptions(options.hidden_size, 1).bias(false)));
}

torch::Tensor AdditiveAttentionImpl::project_keys(const torch::Tensor& keys) {
  return affine(keys, W_k->weight);
}

Attended AdditiveAttentionImpl::forward(const torch::Tensor& query,
                                        const torch::Tensor& projected_keys,
                                        const torch::Tensor& values, const torch::Tensor& mask) {
  TORCH_CHECK(query.dim() == 3, "AdditiveAttention: query must be (batch, query, query_size), got ",
              query.sizes());
  return attend(W_q(query), projected_keys, values, mask);
}

Attended AdditiveAttentionImpl::attend(const torch::Tensor& projected_query,
                                       const torch::Tensor& projected_keys,
                                       const torch::Tensor& values, const torch::Tensor& mask) {
  TORCH_CHECK(
      projected_keys.dim() == 3 && values.dim() == 3 && projected_keys.size(1) == values.size(1),
      "AdditiveAttention: keys must be (batch, key, hidden_size) and values (batch, key, "
      "value_size), got ",
      projected_keys.sizes(), " and ", values.sizes());
  TORCH_CHECK(projected_query.size(0) == projected_keys.size(0) &&
                  projected_query.size(2) == projected_keys.size(2),
              "AdditiveAttention: projected query ", projected_query.sizes(), " and keys ",
              projected_keys.sizes(), " do not fit together");
  const auto scores = additive_scores(projected_query, projected_keys, w_v->weight.squeeze(0));
  auto weights = masked_softmax(scores, mask);  // (batch, query, key)
  auto context = seeded_dropout(weights, dropout_, is_training()).bmm(values);
  return {std::move(context), std::move(weights)};
}

}  // namespace regard::nn
