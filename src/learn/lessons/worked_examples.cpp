#include "lessons/worked_examples.h"

#include <torch/nn/functional/conv.h>
#include <torch/utils.h>

#include <cmath>

#include "nn/mask.h"
#include "ops/head_attention.h"

namespace regard::nn {
namespace {

const std::vector<std::string> kWords = {"I", "love", "deep", "learning"};
constexpr const char *kQuery = "query", *kKey = "key", *kPosition = "position",
                     *kDimension = "dimension";

torch::Tensor weight_of(const FeedForwardImpl& ffn, const char* name) {
  return ffn.named_parameters()[name].detach();
}

}  // namespace

WorkedExample masked_softmax_steps() {
  const auto lengths = torch::tensor({2, 3});
  const auto scores = torch::tensor({{1.0F, 2.0F, 3.0F, 4.0F}, {1.0F, 2.0F, 3.0F, 4.0F}});
  const auto mask = length_mask(lengths, scores.size(1));
  const auto shares = scores.exp() * mask;
  return {.title = "masked softmax, step by step",
          .meaning =
              "In the first row 2 scores count, in the second 3: masked scores have no share of "
              "the sum.",
          .file = "src/training/ops/dot_product_attention.cpp",
          .expression = "allowed.softmax(-1)",
          .tables = {{"scores a", scores, kQuery, kKey},
                     {"mask", mask.to(torch::kFloat), kQuery, kKey},
                     {"exp(a), masked", shares, kQuery, kKey},
                     {"their sum", shares.sum(-1, true), kQuery, kKey},
                     {"weights α", ops::masked_softmax(scores, mask), kQuery, kKey}}};
}

WorkedExample one_query_of_four_keys() {
  const auto query = torch::tensor({{2.0F, 0.0F, 2.0F, 0.0F}});
  const auto keys = torch::tensor({{0.0F, 1.0F, 0.0F, 1.0F},
                                   {1.0F, 0.0F, 0.0F, 1.0F},
                                   {1.0F, 0.0F, 1.0F, 0.0F},
                                   {2.0F, 0.0F, 1.0F, 0.0F}});
  const auto values = torch::tensor({{1.0F, 0.0F}, {0.0F, 1.0F}, {2.0F, 0.0F}, {0.0F, 2.0F}});
  const auto attended = ops::dot_product_attention(query.unsqueeze(0), keys.unsqueeze(0),
                                                   values.unsqueeze(0), {}, true);
  const auto products = query.matmul(keys.t());
  return {.title = "one query and four keys: I love deep learning",
          .meaning =
              "The query of the last word, compared with the key of each word: four scores, "
              "divided by √d = 2, become four weights, which average the values.",
          .file = "src/training/ops/dot_product_attention.cpp",
          .expression = "scaled.matmul(keys.transpose(-2, -1))",
          .tables = {{"query q", query, kQuery, kDimension, {"learning"}},
                     {"keys K", keys, kKey, kDimension, kWords},
                     {"q Kᵀ", products, kQuery, kKey, {"learning"}, kWords},
                     {"q Kᵀ / √d",
                      products / std::sqrt(static_cast<double>(query.size(1))),
                      kQuery,
                      kKey,
                      {"learning"},
                      kWords},
                     {"weights α", attended.weights[0], kQuery, kKey, {"learning"}, kWords},
                     {"values V", values, kKey, kDimension, kWords},
                     {"output α V", attended.context[0], kQuery, kDimension, {"learning"}}}};
}

WorkedExample batch_products() {
  const auto weights = torch::full({2, 1, 10}, 0.1);
  const auto values = torch::arange(20.0).reshape({2, 10, 1});
  const auto products = weights.matmul(values);
  WorkedExample example{
      .title = "batch matrix multiplication",
      .meaning =
          "(2, 1, 10) times (2, 10, 1) is (2, 1, 1): pair by pair, a matrix product. Ten "
          "weights of 0.1 give the mean of ten values.",
      .file = "src/training/ops/dot_product_attention.cpp",
      .expression = "scaled.matmul(keys.transpose(-2, -1))",
      .tables = {}};
  for (const int64_t pair : {0, 1}) {
    const std::string number = std::to_string(pair + 1);
    example.tables.push_back({"weights " + number, weights[pair], kQuery, kKey});
    example.tables.push_back(
        {"values " + number + ", transposed", values[pair].t(), kDimension, kKey});
    example.tables.push_back({"product " + number, products[pair], kQuery, kDimension});
  }
  return example;
}

WorkedExample layer_norm_steps() {
  const auto x = torch::tensor({{1.0F, 2.0F}, {2.0F, 3.0F}});
  AddNorm layer(AddNormOptions{.normalized_shape = {2}});
  const auto mean = x.mean(-1, true);
  return {
      .title = "layer normalization, step by step",
      .meaning =
          "Each row minus its mean μ, divided by its standard deviation σ; ε = 0.00001 is added to "
          "the variance σ².",
      .file = "src/training/nn/feed_forward.h",
      .expression = "ln(add(x, y))",
      .tables = {{"x", x, kPosition, kDimension},
                 {"mean μ", mean, kPosition, kDimension},
                 {"x − μ", x - mean, kPosition, kDimension},
                 {"deviation σ", (x - mean).square().mean(-1, true).sqrt(), kPosition, kDimension},
                 {"(x − μ) / σ", layer(x, torch::zeros_like(x)).detach(), kPosition, kDimension}}};
}

WorkedExample feed_forward_views() {
  torch::manual_seed(2);
  FeedForward ffn(FeedForwardOptions{.input_size = 4, .hidden_size = 5, .output_size = 4});
  const auto x = torch::randn({3, 4});
  const auto memory = memory_of(*ffn);
  return {.title = "a feed-forward network, three ways",
          .meaning =
              "Three tokens through a network of five hidden units, through two convolutions "
              "of kernel 1, and as a memory of five keys and values: the same numbers.",
          .file = "src/training/nn/feed_forward.cpp",
          .expression = "dense2(hidden)",
          .tables = {{"x", x, kPosition, kDimension},
                     {"network", ffn(x).detach(), kPosition, kDimension},
                     {"two convolutions", by_convolutions(*ffn, x), kPosition, kDimension},
                     {"keys", memory.keys, kKey, kDimension},
                     {"weights relu(x · k + b)", memory.weights(x), kPosition, kKey},
                     {"values", memory.values, kKey, kDimension},
                     {"read from the memory", memory.read(x), kPosition, kDimension}}};
}

std::vector<WorkedExample> worked_examples() {
  return {masked_softmax_steps(), one_query_of_four_keys(), batch_products(), layer_norm_steps(),
          feed_forward_views()};
}

torch::Tensor by_convolutions(const FeedForwardImpl& ffn, const torch::Tensor& x) {
  namespace functional = torch::nn::functional;
  const auto convolution = [&](const torch::Tensor& input, const std::string& layer) {
    const auto weight = weight_of(ffn, (layer + ".weight").c_str()).unsqueeze(-1);  // kernel size 1
    return functional::conv1d(
        input, weight,
        functional::Conv1dFuncOptions().bias(weight_of(ffn, (layer + ".bias").c_str())));
  };
  const auto channels = x.t().unsqueeze(0);  // (1, size, position)
  return convolution(convolution(channels, "dense1").relu(), "dense2").squeeze(0).t();
}

KeyValueMemory memory_of(const FeedForwardImpl& ffn) {
  return {.keys = weight_of(ffn, "dense1.weight"),
          .biases = weight_of(ffn, "dense1.bias"),
          .values = weight_of(ffn, "dense2.weight").t(),
          .constant = weight_of(ffn, "dense2.bias")};
}

}  // namespace regard::nn
