#include "diagrams/ideas.h"

#include <vector>

#include "base/nearest.h"
#include "lessons/autoregression.h"
#include "lessons/kernel_regression.h"
#include "model/rnn_context.h"
#include "nn/additive_attention.h"
#include "nn/multi_head_attention.h"
#include "nn/recurrent.h"
#include "regard/base/error.h"
#include "regard/base/join.h"
#include "regard/base/str.h"

namespace regard::diagrams {
namespace {

using Module = std::shared_ptr<torch::nn::Module>;

// d2l 9.5 and 10.1: letters of The Time Machine, 28 of them, and 32 hidden units.
template <ops::Cell cell>
Module recurrent() {
  return nn::Recurrent(nn::RecurrentOptions{.cell = cell, .input_size = 28, .hidden_size = 32})
      .ptr();
}

// d2l 11.3.
Module additive() {
  return nn::AdditiveAttention(
             nn::AdditiveAttentionOptions{.query_size = 20, .key_size = 2, .hidden_size = 8})
      .ptr();
}

// d2l 11.5.
Module multi_head() {
  return nn::MultiHeadAttention(nn::MultiHeadAttentionOptions{.query_size = 100,
                                                              .key_size = 100,
                                                              .value_size = 100,
                                                              .hidden_size = 100,
                                                              .heads = 5})
      .ptr();
}

// d2l 10.7.
Module encoder_decoder() {
  const model::RnnOptions options{
      .embedding_size = 256, .hidden_size = 256, .layers = 2, .dropout = 0.2};
  return std::make_shared<model::RnnContext>(options, 200, 200, false);
}

constexpr Idea kIdeas[] = {
    {"autoregression", "9.1", "", [] { return Module(nn::Autoregression(4).ptr()); }},
    {"latent-autoregression", "9.1", "unrolled", recurrent<ops::Cell::rnn_tanh>},
    {"rnn-cell", "9.4", "cell", recurrent<ops::Cell::rnn_tanh>},
    {"lstm-cell", "10.1", "cell", recurrent<ops::Cell::lstm>},
    {"gru-cell", "10.2", "cell", recurrent<ops::Cell::gru_reset_before>},
    {"encoder-decoder", "10.6", "", encoder_decoder},
    {"teacher-forcing", "10.7", "teacher_forcing", encoder_decoder},
    {"feedback", "10.7", "feedback", encoder_decoder},
    {"attention-pooling", "11.1", "", [] { return Module(nn::KernelRegression().ptr()); }},
    {"additive-attention", "11.3", "", additive},
    {"scaled-dot-product", "11.3", "scaled_dot_product", multi_head},
    {"multi-head-attention", "11.5", "", multi_head},
};

}  // namespace

std::span<const Idea> ideas() { return kIdeas; }

const Idea& find_idea(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& idea : kIdeas) {
    if (idea.name == name) return idea;
    known.emplace_back(idea.name);
  }
  const auto meant = did_you_mean(name, known);
  throw Error(str("there is no drawing ", name), {},
              meant.empty() ? "without --model there are " + join(known) : meant);
}

}  // namespace regard::diagrams
