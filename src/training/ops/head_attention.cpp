#include "ops/head_attention.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <cmath>
#include <vector>

#include "math/kernels.h"
#include "ops/bodies.h"
#include "ops/dropout.h"
#include "ops/probe.h"

namespace regard::ops {
namespace {

// (batch, position, heads * width) -> (batch, heads, position, width)
torch::Tensor into_heads(const torch::Tensor& columns, int64_t heads) {
  return columns.unflatten(-1, {heads, -1}).transpose(1, 2);
}

// queries, keys and values (batch, heads, position, width)
Attended additive_head_attention(const torch::Tensor& queries, const torch::Tensor& keys,
                                 const torch::Tensor& values, const torch::Tensor& mask,
                                 const HeadAttentionOptions& options) {
  const auto features =
      (queries.unsqueeze(3) + keys.unsqueeze(2)).tanh();    // (batch, heads, query, key, width)
  const auto w_v = options.w_v.unsqueeze(1).unsqueeze(-1);  // (heads, 1, width, 1)
  auto weights =
      masked_softmax(REGARD_OBSERVED("additive scores", features.matmul(w_v).squeeze(-1)), mask);
  auto context = REGARD_OBSERVED(
      "context", seeded_dropout(weights, options.dropout, options.dropout > 0).matmul(values));
  return {std::move(context), std::move(weights)};
}

Attended plain_head_attention(const torch::Tensor& queries, const torch::Tensor& keys,
                              const torch::Tensor& values, const torch::Tensor& mask,
                              const HeadAttentionOptions& options) {
  const auto q = into_heads(queries, options.heads), k = into_heads(keys, options.heads),
             v = into_heads(values, options.heads);
  auto attended = options.w_v.defined()
                      ? additive_head_attention(q, k, v, mask, options)
                      : dot_product_attention(q, k, v, mask, options.want_weights, options.dropout);
  attended.context = attended.context.transpose(1, 2).flatten(2);
  if (!options.want_weights) attended.weights.reset();
  return attended;
}

}  // namespace

Attended head_attention(const torch::Tensor& queries, const torch::Tensor& keys,
                        const torch::Tensor& values, const AttentionMask& mask,
                        const HeadAttentionOptions& options) {
  const auto* sentences = mask.sentences();
  if (sentences == nullptr)
    return plain_head_attention(queries, keys, values, mask.allowed(), options);
  check_fit(queries, keys, values, *sentences, options.heads);
  const bool has_fused = !options.w_v.defined() && options.dropout == 0.0 && !options.want_weights;
  if (has_fused && may_fuse(queries))
    return {fused_head_attention(queries, keys, values, *sentences, options.heads), {}};
  auto attended =
      plain_head_attention(sentences->queries.unpack(queries), sentences->keys.unpack(keys),
                           sentences->keys.unpack(values), mask.allowed(), options);
  attended.context = sentences->queries.pack(attended.context);
  return attended;
}

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Data that both passes need in addition to the tensors.
struct PackedHeads : torch::CustomClassHolder {
  PackedHeads(AttentionMask::Sentences given, int64_t count)
      : sentences(std::move(given)), heads(count) {}

  AttentionMask::Sentences sentences;
  int64_t heads;
};
using PackedHeadsPointer = c10::intrusive_ptr<PackedHeads>;

constexpr int64_t kLanes = 16;  // columns that the kernels process at once

int64_t whole_lanes(int64_t size) { return (size + kLanes - 1) / kLanes * kLanes; }

// One head of one sentence.
struct Head {
  int64_t head, query, key;  // `query`, `key`: first rows of its queries and keys
  math::HeadScores scores;
};

// A tensor of rows whose columns are divided among the heads.
class HeadColumns {
 public:
  HeadColumns(const torch::Tensor& tensor, int64_t heads)
      : data_(tensor.const_data_ptr<float>()),
        stride_(tensor.stride(0)),
        width_(tensor.size(1) / heads) {}

  math::Matrix at(int64_t row, int64_t head) const { return {data_ + offset(row, head), stride_}; }
  int64_t offset(int64_t row, int64_t head) const { return row * stride_ + head * width_; }
  int64_t stride() const { return stride_; }
  int64_t width() const { return width_; }

 private:
  const float* data_;
  int64_t stride_, width_;
};

template <class Task>
void for_heads(const PackedHeads& packed, int64_t width, const Task& task) {
  constexpr int64_t kHeadsAThread = 4;
  const auto scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(width)));
  const auto& of_queries = packed.sentences.queries;
  const auto& of_keys = packed.sentences.keys;
  at::parallel_for(
      0, of_queries.sentences() * packed.heads, kHeadsAThread, [&](int64_t begin, int64_t end) {
        std::vector<float> scratch;
        for (int64_t i = begin; i < end; ++i) {
          const int64_t sentence = i / packed.heads;
          const int64_t query = of_queries.begin(sentence), key = of_keys.begin(sentence);
          const int64_t queries = of_queries.begin(sentence + 1) - query,
                        keys = of_keys.begin(sentence + 1) - key;
          task(Head{i % packed.heads,
                    query,
                    key,
                    {queries, keys, whole_lanes(keys), packed.sentences.causal, scale}},
               scratch);
        }
      });
}

// Rows with a constant stride, such as a slice of a wider product, are read in place.
torch::Tensor readable(const torch::Tensor& x) { return x.stride(1) == 1 ? x : x.contiguous(); }

class FusedHeadAttention : public torch::autograd::Function<FusedHeadAttention> {
 public:
  static torch::Tensor forward(AutogradContext* context, const torch::Tensor& given_queries,
                               const torch::Tensor& given_keys, const torch::Tensor& given_values,
                               const PackedHeadsPointer& packed) {
    const auto queries = readable(given_queries), keys = readable(given_keys),
               values = readable(given_values);
    const int64_t heads = packed->heads;
    auto result = torch::empty({queries.size(0), values.size(1)}, queries.options());
    auto log_sums = torch::empty({heads, queries.size(0)}, queries.options());
    const HeadColumns q(queries, heads), k(keys, heads), v(values, heads), out(result, heads);
    auto* contexts = result.mutable_data_ptr<float>();
    auto* sums = log_sums.mutable_data_ptr<float>();
    for_heads(*packed, q.width(), [&](const Head& head, std::vector<float>& scratch) {
      const auto& shape = head.scores;
      scratch.resize(static_cast<size_t>((q.width() + shape.queries) * shape.width));
      float* turned = scratch.data();  // (width, keys)
      float* scores = turned + q.width() * shape.width;
      math::kernels().transpose(k.at(head.key, head.head), shape.keys, q.width(), turned,
                                shape.width);
      math::kernels().small_product({shape.queries, q.width(), shape.width},
                                    q.at(head.query, head.head), {turned, shape.width}, scores,
                                    shape.width);
      math::kernels().softmax_scores(shape, scores,
                                     sums + head.head * queries.size(0) + head.query);
      math::kernels().small_product({shape.queries, shape.keys, v.width()}, {scores, shape.width},
                                    v.at(head.key, head.head),
                                    contexts + out.offset(head.query, head.head), out.stride());
    });
    context->save_for_backward({queries, keys, values, result, log_sums});
    context->saved_data["packed"] = torch::IValue::make_capsule(packed);
    return result;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const auto &queries = saved[0], &keys = saved[1], &values = saved[2], &contexts = saved[3];
    const auto packed =
        c10::static_intrusive_pointer_cast<PackedHeads>(context->saved_data["packed"].toCapsule());
    const auto context_gradient = readable(gradients[0]);
    const int64_t heads = packed->heads;
    const auto like = [](const torch::Tensor& x) { return torch::empty(x.sizes(), x.options()); };
    variable_list result{like(queries), like(keys), like(values), {}};
    const HeadColumns q(queries, heads), k(keys, heads), v(values, heads), out(contexts, heads),
        of_out(context_gradient, heads), of_q(result[0], heads), of_k(result[1], heads),
        of_v(result[2], heads);
    auto* queries_gradient = result[0].mutable_data_ptr<float>();
    auto* keys_gradient = result[1].mutable_data_ptr<float>();
    auto* values_gradient = result[2].mutable_data_ptr<float>();
    const auto* log_sums = saved[4].const_data_ptr<float>();
    for_heads(*packed, q.width(), [&](const Head& head, std::vector<float>& scratch) {
      const auto& shape = head.scores;
      const int64_t widest = std::max(q.width(), v.width());
      scratch.resize(static_cast<size_t>((widest + 2 * shape.queries) * shape.width));
      float* turned = scratch.data();  // (width, keys), first the keys, then the values
      float* weights = turned + widest * shape.width;
      float* of_scores = weights + shape.queries * shape.width;
      const auto query = q.at(head.query, head.head), key = k.at(head.key, head.head),
                 value = v.at(head.key, head.head), of_context = of_out.at(head.query, head.head);
      math::kernels().transpose(key, shape.keys, q.width(), turned, shape.width);
      math::kernels().small_product({shape.queries, q.width(), shape.width}, query,
                                    {turned, shape.width}, weights, shape.width);
      math::kernels().softmax_scores_again(
          shape, log_sums + head.head * queries.size(0) + head.query, weights);
      math::kernels().transpose(value, shape.keys, v.width(), turned, shape.width);
      math::kernels().small_product({shape.queries, v.width(), shape.width}, of_context,
                                    {turned, shape.width}, of_scores, shape.width);
      math::kernels().softmax_scores_backward(shape, weights, out.at(head.query, head.head),
                                              of_context, v.width(), of_scores);
      math::kernels().small_product(
          {shape.queries, shape.keys, q.width()}, {of_scores, shape.width}, key,
          queries_gradient + of_q.offset(head.query, head.head), of_q.stride());
      math::kernels().small_product_transposed(
          {shape.keys, shape.queries, q.width()}, {of_scores, shape.width}, query,
          keys_gradient + of_k.offset(head.key, head.head), of_k.stride());
      math::kernels().small_product_transposed(
          {shape.keys, shape.queries, v.width()}, {weights, shape.width}, of_context,
          values_gradient + of_v.offset(head.key, head.head), of_v.stride());
    });
    return result;
  }
};

}  // namespace

torch::Tensor fused_head_attention(const torch::Tensor& queries, const torch::Tensor& keys,
                                   const torch::Tensor& values,
                                   const AttentionMask::Sentences& sentences, int64_t heads) {
  return FusedHeadAttention::apply(queries, keys, values,
                                   c10::make_intrusive<PackedHeads>(sentences, heads));
}

void check_fit(const torch::Tensor& queries, const torch::Tensor& keys, const torch::Tensor& values,
               const AttentionMask::Sentences& sentences, int64_t heads) {
  TORCH_CHECK(queries.dim() == 2 && keys.dim() == 2 && values.dim() == 2 &&
                  queries.size(1) == keys.size(1) && queries.size(1) % heads == 0 &&
                  values.size(1) % heads == 0,
              "head_attention: queries ", queries.sizes(), ", keys ", keys.sizes(), " and values ",
              values.sizes(), " do not fit together in ", heads, " heads");
  const auto& [of_queries, of_keys, causal] = sentences;
  TORCH_CHECK(
      queries.size(0) == of_queries.tokens() && keys.size(0) == of_keys.tokens() &&
          values.size(0) == of_keys.tokens() && of_queries.sentences() == of_keys.sentences(),
      "head_attention: ", queries.size(0), " queries, ", keys.size(0), " keys and ", values.size(0),
      " values instead of ", of_queries.tokens(), " and ", of_keys.tokens());
}

}  // namespace regard::ops
