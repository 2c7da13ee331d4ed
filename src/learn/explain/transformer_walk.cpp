// The Transformer's equations, one after the other (Vaswani et al., 2017, section 3; d2l 11.3 to
// 11.7), on one sentence.
#include <torch/utils.h>

#include <ATen/ops/gelu.h>
#include <ATen/ops/silu.h>

#include <cctype>
#include <cmath>

#include "explain/steps.h"
#include "model/transformer.h"
#include "nn/mask.h"
#include "nn/positional_encoding.h"
#include "regard/base/str.h"

namespace regard::explain {
namespace {

namespace m = mathml;
using model::TransformerOptions;

const std::string kRoot = m::root(m::i("d"));
constexpr const char* kMaskedLine =
    "return scores.masked_fill(mask.logical_not(), -1e6).softmax(-1);";

/// One stack: the encoder, or the decoder with the encoder's states.
class StackWalk {
 public:
  StackWalk(Steps& steps, const TransformerOptions& options, const Weights& weights,
            bool is_decoder)
      : steps_(steps), options_(options), weights_(weights), is_decoder_(is_decoder) {}

  torch::Tensor run(const torch::Tensor& ids, const torch::Tensor& embedding,
                    const torch::Tensor& memory) {
    auto x = input(ids, embedding);
    const int64_t layers = is_decoder_ ? options_.decoder_layers : options_.encoder_layers;
    for (layer_ = 0; layer_ < static_cast<size_t>(layers); ++layer_) {
      const auto block = weights_.below(str("blks.block", layer_));
      if (is_decoder_) {
        x = sublayer(block, "addnorm1", "self-attention", x, [&](const torch::Tensor& y) {
          return attention(block.below("attention1"), "self-attention", y, y, own_axis());
        });
        x = sublayer(block, "addnorm2", "cross-attention", x, [&](const torch::Tensor& y) {
          return attention(block.below("attention2"), "cross-attention", y, memory, Axis::source);
        });
        x = sublayer(block, "addnorm3", "feed-forward", x,
                     [&](const torch::Tensor& y) { return feed_forward(block, y); });
      } else {
        x = sublayer(block, "addnorm1", "self-attention", x, [&](const torch::Tensor& y) {
          return attention(block.below("attention"), "self-attention", y, y, own_axis());
        });
        x = sublayer(block, "addnorm2", "feed-forward", x,
                     [&](const torch::Tensor& y) { return feed_forward(block, y); });
      }
    }
    layer_ = 0;
    if (options_.norm == nn::Norm::pre) {
      x = weights_.norm("norm", x, options_.norm_epsilon);
      add("last normalization", "The states of the last block, normalized.",
          m::equation(m::i("h"), m::call("LN", m::i("x"))),
          {is_decoder_ ? "src/training/model/transformer_decoder.cpp"
                       : "src/training/model/transformer_encoder.cpp",
           "if (norm) output.states = norm(output.states);"},
          x);
    }
    return x;
  }

 private:
  Axis own_axis() const { return is_decoder_ ? Axis::target : Axis::source; }

  Step kind(const std::string& title, const std::string& meaning, const std::string& formula,
            const Citation& source) const {
    return {.part = is_decoder_ ? "decoder" : "encoder",
            .title = title,
            .meaning = meaning,
            .formula = formula,
            .source = source,
            .rows = own_axis()};
  }
  void add(const std::string& title, const std::string& meaning, const std::string& formula,
           const Citation& source, const torch::Tensor& values) {
    steps_.add(kind(title, meaning, formula, source), layer_, values);
  }

  torch::Tensor input(const torch::Tensor& ids, const torch::Tensor& embedding) {
    const std::string file = "src/training/model/transformer_encoder.cpp";
    auto x = embedding.index_select(0, ids);
    add("embedding", "The row of the embedding matrix that belongs to each token.",
        m::equation(m::i("x"), m::sub(m::i("E"), m::i("token"))),
        {file, "const auto vectors = embedding_(sentences ? sentences->queries.pack(ids) : ids);"},
        x);
    if (options_.scale_embeddings) {
      x = x * std::sqrt(static_cast<double>(options_.d_model));
      add("embedding × √d",
          str("Rows have length about 1, so each number is small; √", options_.d_model,
              " makes them as large as the positions."),
          m::equation(m::i("x"), kRoot + m::sub(m::i("E"), m::i("token"))),
          {file,
           "options_.scale_embeddings ? std::sqrt(static_cast<double>(options_.d_model)) : 1.0;"},
          x);
    }
    const bool learned = options_.positions == model::Positions::learned;
    const auto positions =
        learned ? weights_["positions.pos_embedding.weight"].slice(0, 0, ids.size(0))
                : nn::sinusoidal_positions(0, ids.size(0), options_.d_model, x.options(),
                                           model::sinusoid_layout(options_.positions));
    add("positions",
        learned ? "A learned vector for each position."
                : "Sines and cosines of each position, of falling frequencies.",
        m::equation(m::sub(m::i("P"), m::i("p") + m::o(",") + m::n("2") + m::i("j")),
                    m::call("sin", m::fraction(m::i("p"),
                                               m::sup(m::n("10000"), m::n("2") + m::i("j") +
                                                                         m::o("/") + m::i("d"))))),
        {file,
         "auto where = positions(first, ids.size(1), vectors.options());  // (position, d_model)"},
        positions);
    x = x + positions;
    add("+ position", "What the first block reads: the token and where it stands.",
        m::equation(m::sup(m::i("x"), m::n("0")), m::i("x") + m::o("+") + m::i("P")),
        {file,
         "ops::seeded_dropout(torch::add(where, vectors, scale), options_.dropout, training);"},
        x);
    if (!options_.norm_input) return x;
    x = weights_.norm("norm_input", x, options_.norm_epsilon);
    add("first normalization", "The input of the stack, normalized.",
        m::call("LN", m::sup(m::i("x"), m::n("0"))),
        {file, "return norm_input_ ? norm_input_(states) : states;"}, x);
    return x;
  }

  /// LN(x + f(x)), or x + f(LN(x)).
  template <class Sublayer>
  torch::Tensor sublayer(const Weights& block, const std::string& norm, const std::string& name,
                         const torch::Tensor& x, const Sublayer& f) {
    const std::string file = "src/training/nn/feed_forward.h";
    if (options_.norm == nn::Norm::pre) {
      const auto normalized = block.norm(norm + ".ln", x, options_.norm_epsilon);
      add("norm before " + name,
          "Each position is normalized over its numbers before the sublayer reads it.",
          m::equation(
              m::call("LN", m::i("x")),
              m::i("γ") +
                  m::fraction(m::i("x") + m::o("−") + m::i("μ"),
                              m::root(m::sup(m::i("σ"), m::n("2")) + m::o("+") + m::i("ε"))) +
                  m::o("+") + m::i("β")),
          {file, "if (pre_norm_) return add(x, std::forward<Sublayer>(sublayer)(ln(x)));"},
          normalized);
      const auto sum = x + f(normalized);
      add("add after " + name,
          "The residual connection: the sublayer's result is added to what it was given.",
          m::equation(m::i("x"), m::i("x") + m::o("+") + m::call("f", m::call("LN", m::i("x")))),
          {file, "return x + ops::seeded_dropout(y, dropout_, is_training());"}, sum);
      return sum;
    }
    const auto result = block.norm(norm + ".ln", x + f(x), options_.norm_epsilon);
    add("add & norm after " + name,
        "The sublayer's result is added to what it was given, and each position normalized over "
        "its numbers.",
        m::equation(m::i("x"), m::call("LN", m::i("x") + m::o("+") + m::call("f", m::i("x")))),
        {file,
         "torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& y) { return ln(add(x, "
         "y)); }"},
        result);
    return result;
  }

  /// (position, heads * width) -> one (position, width) for each head.
  std::vector<torch::Tensor> heads(const torch::Tensor& x) const {
    return x.chunk(options_.heads, 1);
  }

  torch::Tensor attention(const Weights& weights, const std::string& name, const torch::Tensor& x,
                          const torch::Tensor& memory, Axis keys_axis) {
    const bool is_self = name == "self-attention";
    const std::string file = "src/training/nn/multi_head_attention.cpp";
    const Citation of_query{
        file, is_self ? "const auto all = linear_together(x, {W_q, W_k, W_v});"
                      : "return attend_projected(W_q(query), memory, mask, want_weights);"};
    const Citation of_memory{
        file, is_self ? of_query.line : "const auto both = linear_together(keys, {W_k, W_v});"};
    const auto project = [&](const char* letter, const std::string& weight, const torch::Tensor& y,
                             const Citation& source, Axis rows) {
      const auto projected = heads(weights.linear(weight, y));
      auto step = kind(
          str(name, ": ", letter),
          str("The rows of ", y.is_same(x) ? "x" : "the encoder's states",
              " in the space where this head compares, or mixes."),
          m::equation(m::i(letter),
                      m::i(y.is_same(x) ? "x" : "h") +
                          m::sub(m::i("W"),
                                 m::i(std::string(1, static_cast<char>(std::tolower(*letter)))))),
          source);
      step.rows = rows;
      steps_.add(step, layer_, projected);
      return projected;
    };
    const auto q = project("Q", "W_q", x, of_query, own_axis());
    const auto k = project("K", "W_k", memory, of_memory, keys_axis);
    const auto v = project("V", "W_v", memory, of_memory, keys_axis);
    const auto [raw, masked, alpha] = weights_of(weights, name, q, k, keys_axis);
    std::vector<torch::Tensor> contexts;
    for (size_t head = 0; head < alpha.size(); ++head)
      contexts.push_back(alpha[head].matmul(v[head]));
    steps_.add(kind(name + ": α V", "Each query's mean of the values, weighted by its attention.",
                    m::equation(m::i("head"), m::i("α") + m::i("V")),
                    {"src/training/ops/dot_product_attention.cpp",
                     "auto context = seeded_dropout(weights, dropout_rate, dropout_rate > "
                     "0).matmul(values);"}),
               layer_, contexts);
    const auto result = weights.linear("W_o", torch::cat(contexts, 1));
    add(name + ": W_o", "The heads side by side, through one more matrix.",
        m::equation(m::i("y"), m::row(m::o("[") + m::sub(m::i("head"), m::n("1")) + m::o(";") +
                                      m::o("…") + m::o("]")) +
                                   m::sub(m::i("W"), m::i("o"))),
        {file, "attended.context = W_o(attended.context);"}, result);
    return result;
  }

  struct Scores {
    std::vector<torch::Tensor> raw, masked, alpha;
  };

  Scores weights_of(const Weights& weights, const std::string& name,
                    const std::vector<torch::Tensor>& q, const std::vector<torch::Tensor>& k,
                    Axis keys_axis) {
    const bool is_additive = options_.attention == nn::AttentionScore::additive;
    Scores scores;
    for (size_t head = 0; head < q.size(); ++head) {
      if (is_additive) {
        const auto w_v = weights["w_v.weight"][static_cast<int64_t>(head)];
        scores.raw.push_back((q[head].unsqueeze(1) + k[head].unsqueeze(0)).tanh().matmul(w_v));
      } else {
        scores.raw.push_back(q[head].matmul(k[head].t()) /
                             std::sqrt(static_cast<double>(q[head].size(1))));
      }
    }
    const std::string dk = m::sub(m::i("d"), m::i("k"));
    auto step = kind(
        name + (is_additive ? ": scores" : ": Q Kᵀ / √dₖ"),
        is_additive
            ? "How well each query and key fit, by a small network."
            : "How well each query and key fit. The root keeps the variance of the products at 1.",
        is_additive ? m::equation(m::i("e"), m::sub(m::i("w"), m::i("v")) + m::o("·") +
                                                 m::call("tanh", m::i("q") + m::o("+") + m::i("k")))
                    : m::equation(m::i("e"), m::fraction(m::i("Q") + m::sup(m::i("K"), m::i("⊤")),
                                                         m::root(dk))),
        {is_additive ? "src/training/ops/head_attention.cpp"
                     : "src/training/ops/dot_product_attention.cpp",
         is_additive ? "auto weights = masked_softmax(features.matmul(w_v).squeeze(-1), mask);"
                     : "auto weights = masked_softmax(scaled.matmul(keys.transpose(-2, -1)), "
                       "mask);  // (..., query, key)"});
    step.columns = keys_axis;
    steps_.add(step, layer_, scores.raw);

    const bool is_causal = is_decoder_ && keys_axis == Axis::target;
    for (const auto& raw : scores.raw) {
      const auto allowed =
          is_causal ? nn::causal_mask(raw.size(0), raw.size(1), torch::kCPU) : torch::Tensor();
      scores.masked.push_back(allowed.defined() ? raw.masked_fill(allowed.logical_not(), -1e6)
                                                : raw);
      scores.alpha.push_back(scores.masked.back().softmax(-1));
    }
    step.title = name + ": mask";
    step.meaning =
        is_causal ? "Scores of later positions become −10⁶: a position sees itself and what was "
                    "before it."
                  : "Every token of one sentence may be seen; in a batch, padding would get −10⁶.";
    step.formula = m::equation(
        m::i("e"), m::row(m::i("e") + m::t(" or ") + m::o("−") + m::sup(m::n("10"), m::n("6"))));
    step.source = {"src/training/ops/dot_product_attention.cpp",
                   is_causal ? kMaskedLine : "if (!mask.defined()) return scores.softmax(-1);"};
    steps_.add(step, layer_, scores.masked);

    step.title = name + ": softmax";
    step.meaning = "The attention weights: each row sums to 1.";
    step.formula = m::equation(
        m::i("α"), m::fraction(m::call("exp", m::i("e")), m::o("∑") + m::call("exp", m::i("e"))));
    step.is_weight = true;
    step.source = {"src/training/ops/dot_product_attention.cpp", kMaskedLine};
    steps_.add(step, layer_, scores.alpha);
    return scores;
  }

  torch::Tensor feed_forward(const Weights& block, const torch::Tensor& x) {
    const std::string file = "src/training/nn/feed_forward.cpp";
    auto hidden = block.linear("ffn.dense1", x);
    const auto name = options_.activation == nn::Activation::relu   ? "relu"
                      : options_.activation == nn::Activation::gelu ? "gelu"
                                                                    : "silu";
    hidden = options_.activation == nn::Activation::relu   ? hidden.relu()
             : options_.activation == nn::Activation::gelu ? at::gelu(hidden)
                                                           : at::silu(hidden);
    const std::string w1 = m::sub(m::i("W"), m::n("1")), b1 = m::sub(m::i("b"), m::n("1")),
                      w2 = m::sub(m::i("W"), m::n("2")), b2 = m::sub(m::i("b"), m::n("2"));
    add("feed-forward: hidden", "Each position by itself, in more numbers.",
        m::equation(m::i("h"), m::call(name, w1 + m::i("x") + m::o("+") + b1)),
        {file,
         "return dense2(ops::seeded_dropout(activated(dense1(x)), dropout_, is_training()));"},
        hidden);
    const auto result = block.linear("ffn.dense2", hidden);
    add("feed-forward: result", "And back to the model's width.",
        m::equation(m::i("y"), w2 + m::i("h") + m::o("+") + b2),
        {file,
         "return dense2(ops::seeded_dropout(activated(dense1(x)), dropout_, is_training()));"},
        result);
    return result;
  }

  Steps& steps_;
  const TransformerOptions& options_;
  Weights weights_;
  bool is_decoder_;
  size_t layer_ = 0;
};

}  // namespace

Walked walk_transformer(model::Seq2SeqModel& model, const torch::Tensor& source,
                        const torch::Tensor& target) {
  const auto& options = dynamic_cast<const model::Transformer&>(model).options();
  const Weights weights(model);
  Steps steps;
  const torch::Tensor embedding = weights["decoder.embedding.weight"];
  const torch::Tensor source_embedding =
      weights.has("encoder.embedding") ? weights["encoder.embedding.weight"] : embedding;
  const auto memory =
      StackWalk(steps, options, weights.below("encoder"), false).run(source, source_embedding, {});
  const auto states =
      StackWalk(steps, options, weights.below("decoder"), true).run(target, embedding, memory);
  return {steps.take(), output_of(model, states)};
}

}  // namespace regard::explain
