#include "model/attender.h"

#include "nn/additive_attention.h"
#include "nn/multi_head_attention.h"
#include "ops/head_attention.h"

namespace regard::model {
namespace {

/// Additive attention of Bahdanau et al. (2015), arXiv:1409.0473.
class AdditiveAttender final : public Attender {
 public:
  AdditiveAttender(const RnnAttentionOptions& options, int64_t memory_size)
      : memory_size_(memory_size),
        attention_(nn::AdditiveAttentionOptions{.query_size = options.hidden_size,
                                                .key_size = memory_size,
                                                .hidden_size = options.hidden_size,
                                                .dropout = options.on_attention()}) {}

  std::shared_ptr<torch::nn::Module> weights() const override { return attention_.ptr(); }
  int64_t context_size() const override { return memory_size_; }
  AttendedMemory project(const torch::Tensor& states, const torch::Tensor& mask) override {
    return {attention_->project_keys(states), states, mask};
  }
  ops::RecurrenceOutput run(const torch::Tensor& embedding_gates, const AttendedMemory& memory,
                            const ops::DecoderWeights& decoder, const ops::RecurrentState& first,
                            bool /*is_training*/) override {
    return ops::attention_recurrence(
        embedding_gates, attention_->with_memory(memory.keys, memory.values, memory.mask), decoder,
        first);
  }

 private:
  int64_t memory_size_;
  nn::AdditiveAttention attention_;
};

/// Multi-head attention of Vaswani et al. (2017), arXiv:1706.03762.
class MultiHeadAttender final : public Attender {
 public:
  MultiHeadAttender(const RnnAttentionOptions& options, int64_t memory_size)
      : context_size_(options.hidden_size),
        attention_(nn::MultiHeadAttentionOptions{.query_size = options.hidden_size,
                                                 .key_size = memory_size,
                                                 .value_size = memory_size,
                                                 .hidden_size = options.hidden_size,
                                                 .heads = options.heads,
                                                 .dropout = options.on_attention()}) {}

  std::shared_ptr<torch::nn::Module> weights() const override { return attention_.ptr(); }
  int64_t context_size() const override { return context_size_; }
  AttendedMemory project(const torch::Tensor& states, const torch::Tensor& mask) override {
    const auto heads = attention_->project(states, states);
    return {heads.keys, heads.values, mask};
  }
  ops::RecurrenceOutput run(const torch::Tensor& embedding_gates, const AttendedMemory& memory,
                            const ops::DecoderWeights& decoder, const ops::RecurrentState& first,
                            bool /*is_training*/) override {
    const auto& mask = memory.mask;
    const ops::AttentionMask of_heads(mask.defined() ? mask.unsqueeze(1) : mask);
    const auto attend = [&](const torch::Tensor& query) {
      return attention_->attend(query, {memory.keys, memory.values}, of_heads, true);
    };
    return ops::attention_recurrence(embedding_gates, attend, decoder, first);
  }

 private:
  int64_t context_size_;
  nn::MultiHeadAttention attention_;
};

/// Dot-product attention of Luong et al. (2015), arXiv:1508.04025, with scaled scores.
class DotAttender final : public Attender {
 public:
  DotAttender(const RnnAttentionOptions& options, int64_t memory_size)
      : memory_size_(memory_size), dropout_(options.on_attention()) {}

  int64_t context_size() const override { return memory_size_; }
  AttendedMemory project(const torch::Tensor& states, const torch::Tensor& mask) override {
    return {states, states, mask};
  }
  ops::RecurrenceOutput run(const torch::Tensor& embedding_gates, const AttendedMemory& memory,
                            const ops::DecoderWeights& decoder, const ops::RecurrentState& first,
                            bool is_training) override {
    const double dropout = is_training ? dropout_ : 0.0;
    const auto attend = [&](const torch::Tensor& query) {
      return ops::dot_product_attention(query, memory.keys, memory.values, memory.mask, true,
                                        dropout);
    };
    return ops::attention_recurrence(embedding_gates, attend, decoder, first);
  }

 private:
  int64_t memory_size_;
  double dropout_;
};

}  // namespace

std::unique_ptr<Attender> make_attender(const RnnAttentionOptions& options, int64_t memory_size) {
  switch (options.attention) {
    case RnnAttentionScore::additive:
      return std::make_unique<AdditiveAttender>(options, memory_size);
    case RnnAttentionScore::multi_head:
      return std::make_unique<MultiHeadAttender>(options, memory_size);
    case RnnAttentionScore::dot:
      break;
  }
  return std::make_unique<DotAttender>(options, memory_size);
}

}  // namespace regard::model
