#include "model/transformer_lm.h"

#include <torch/utils.h>

#include <cmath>

#include "support/golden_tensors.h"

namespace regard::model {
namespace {

// The decoder-only Transformer as plain loops over positions, heads and keys, in float64.
class PlainLoop {
 public:
  PlainLoop(TransformerLm& model, TransformerLmOptions options)
      : options_(std::move(options)), weights_(model.named_parameters()) {}

  // text (steps) -> logits (steps, vocab)
  torch::Tensor logits(const std::vector<int64_t>& text) const {
    std::vector<torch::Tensor> states;
    for (size_t t = 0; t < text.size(); ++t) states.push_back(first_state(text[t], t));
    for (int64_t layer = 0; layer < options_.layers; ++layer) {
      states = block("blks.block" + std::to_string(layer) + ".", states);
    }
    std::vector<torch::Tensor> logits;
    for (auto state : states) {
      if (options_.norm == nn::Norm::pre) state = normalized("norm", state);
      logits.push_back(weights_["dense.weight"].mv(state) + weights_["dense.bias"]);
    }
    return torch::stack(logits);
  }

 private:
  using Vectors = std::vector<torch::Tensor>;

  torch::Tensor first_state(int64_t token, size_t position) const {
    auto state = weights_["embedding.weight"][token] * std::sqrt(options_.d_model);
    for (int64_t i = 0; i < options_.d_model; ++i) {
      const double frequency = std::pow(
          10000.0, -static_cast<double>(i / 2 * 2) / static_cast<double>(options_.d_model));
      const double angle = static_cast<double>(position) * frequency;
      state[i] += i % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
    return state;
  }

  torch::Tensor normalized(const std::string& name, const torch::Tensor& x) const {
    const auto centred = x - x.mean();
    return centred / (centred.square().mean() + 1e-5).sqrt() * weights_[name + ".weight"] +
           weights_[name + ".bias"];
  }

  torch::Tensor linear(const std::string& name, const torch::Tensor& x) const {
    const auto y = weights_[name + ".weight"].mv(x);
    return weights_.contains(name + ".bias") ? y + weights_[name + ".bias"] : y;
  }

  Vectors attended(const std::string& name, const Vectors& x) const {
    const int64_t width = options_.d_model / options_.heads;
    Vectors result;
    for (size_t t = 0; t < x.size(); ++t) {
      Vectors contexts;
      for (int64_t head = 0; head < options_.heads; ++head) {
        const auto part = [&](const char* projection, size_t position) {
          return linear(name + projection, x[position]).narrow(0, head * width, width);
        };
        auto context = torch::zeros({width}, torch::kDouble);
        double sum = 0;
        for (size_t s = 0; s <= t; ++s) {
          const double score = part("W_q", t).dot(part("W_k", s)).item<double>() / std::sqrt(width);
          context += std::exp(score) * part("W_v", s);
          sum += std::exp(score);
        }
        contexts.push_back(context / sum);
      }
      result.push_back(linear(name + "W_o", torch::cat(contexts)));
    }
    return result;
  }

  Vectors fed_forward(const std::string& name, const Vectors& x) const {
    Vectors result;
    for (const auto& vector : x) {
      result.push_back(linear(name + "dense2", linear(name + "dense1", vector).clamp_min(0)));
    }
    return result;
  }

  template <class Sublayer>
  Vectors with_residual(const std::string& norm, const Vectors& x, Sublayer sublayer) const {
    const bool pre = options_.norm == nn::Norm::pre;
    Vectors read;
    for (const auto& vector : x) read.push_back(pre ? normalized(norm, vector) : vector);
    auto y = sublayer(read);
    for (size_t t = 0; t < x.size(); ++t) {
      y[t] = pre ? x[t] + y[t] : normalized(norm, x[t] + y[t]);
    }
    return y;
  }

  Vectors block(const std::string& name, const Vectors& x) const {
    const auto y = with_residual(name + "addnorm1.ln", x, [&](const Vectors& read) {
      return attended(name + "attention.", read);
    });
    return with_residual(name + "addnorm2.ln", y,
                         [&](const Vectors& read) { return fed_forward(name + "ffn.", read); });
  }

  TransformerLmOptions options_;
  torch::OrderedDict<std::string, torch::Tensor> weights_;
};

class TransformerLmOf : public testing::TestWithParam<nn::Norm> {};

TEST_P(TransformerLmOf, EqualsAPlainLoop) {
  const TransformerLmOptions options{.d_model = 8,
                                     .heads = 2,
                                     .ffn_size = 12,
                                     .layers = 2,
                                     .dropout = 0,
                                     .norm = GetParam(),
                                     .bias = true};
  torch::manual_seed(5);
  TransformerLm model(options, 7);
  const torch::NoGradGuard no_grad;
  model.to(torch::kDouble);
  for (auto& weight : model.parameters()) weight.normal_(0.0, 0.5);
  const std::vector<int64_t> text = {3, 0, 6, 6, 1, 2};

  auto state = model.start(1);
  const auto logits = model.logits(torch::tensor(text).unsqueeze(0), state)[0];

  constexpr double kPositionsOfSinglePrecision = 1e-6;
  EXPECT_TRUE(test::tensors_near(logits, PlainLoop(model, options).logits(text),
                                 kPositionsOfSinglePrecision));
}

INSTANTIATE_TEST_SUITE_P(Norm, TransformerLmOf, testing::Values(nn::Norm::pre, nn::Norm::post),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace regard::model
