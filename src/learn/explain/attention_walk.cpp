#include "explain/attention_walk.h"

#include <cmath>

#include "explain/steps.h"

namespace regard::explain {
namespace {

std::vector<torch::Tensor> stacked(const std::vector<Attending>& rows,
                                   std::vector<torch::Tensor> Attending::*member) {
  std::vector<torch::Tensor> heads;
  for (size_t head = 0; head < (rows.front().*member).size(); ++head) {
    std::vector<torch::Tensor> all;
    for (const auto& row : rows) all.push_back((row.*member)[head]);
    heads.push_back(torch::stack(all));
  }
  return heads;
}

}  // namespace

AttentionWalk::AttentionWalk(const model::RnnAttention& model, const Weights& weights,
                             const torch::Tensor& states)
    : options_(model.options()), weights_(weights), states_(states) {
  if (options_.attention != model::RnnAttentionScore::dot) keys_ = weights_.linear("W_k", states_);
  if (options_.attention == model::RnnAttentionScore::multi_head)
    values_ = weights_.linear("W_v", states_);
}

Attending AttentionWalk::operator()(const torch::Tensor& query) const {
  if (options_.attention == model::RnnAttentionScore::additive) {
    const auto e =
        (weights_.linear("W_q", query) + keys_).tanh().matmul(weights_["w_v.weight"].squeeze(0));
    const auto alpha = e.softmax(0);
    return {{e}, {alpha}, alpha.matmul(states_)};
  }
  if (options_.attention == model::RnnAttentionScore::dot) {
    const auto e = states_.matmul(query) / std::sqrt(static_cast<double>(query.size(0)));
    const auto alpha = e.softmax(0);
    return {{e}, {alpha}, alpha.matmul(states_)};
  }
  Attending result;
  const auto q = weights_.linear("W_q", query).chunk(options_.heads);
  const auto k = keys_.chunk(options_.heads, 1), v = values_.chunk(options_.heads, 1);
  std::vector<torch::Tensor> contexts;
  for (size_t head = 0; head < q.size(); ++head) {
    result.scores.push_back(k[head].matmul(q[head]) /
                            std::sqrt(static_cast<double>(q[head].size(0))));
    result.weights.push_back(result.scores.back().softmax(0));
    contexts.push_back(result.weights.back().matmul(v[head]));
  }
  result.context = weights_.linear("W_o", torch::cat(contexts));
  return result;
}

void AttentionWalk::add_scores(Steps& steps, const std::vector<Attending>& rows) const {
  const bool additive = options_.attention == model::RnnAttentionScore::additive;
  Step scores{
      .part = "decoder",
      .title = "scores e",
      .meaning = "How well the query fits each state of the encoder.",
      .formula =
          additive
              ? mathml::equation(
                    mathml::sub(mathml::i("e"), mathml::i("tj")),
                    mathml::sup(mathml::sub(mathml::i("w"), mathml::i("v")), mathml::i("⊤")) +
                        mathml::call("tanh", mathml::sub(mathml::i("W"), mathml::i("q")) +
                                                 before("s") + mathml::o("+") +
                                                 mathml::sub(mathml::i("W"), mathml::i("k")) +
                                                 mathml::sub(mathml::i("h"), mathml::i("j"))))
              : mathml::equation(mathml::sub(mathml::i("e"), mathml::i("tj")),
                                 mathml::fraction(mathml::i("q") + mathml::o("·") +
                                                      mathml::sub(mathml::i("k"), mathml::i("j")),
                                                  mathml::root(mathml::i("d")))),
      .source = additive
                    ? Citation{"src/training/nn/additive_attention.cpp",
                               "const auto scores = ops::additive_score(W_q(query), "
                               "projected_keys, w_v->weight.squeeze(0));"}
                    : Citation{"src/training/ops/dot_product_attention.cpp",
                               "auto weights = masked_softmax(scaled.matmul(keys.transpose(-2, "
                               "-1)), mask);  // (..., query, key)"},
      .columns = Axis::source};
  steps.add(scores, 0, stacked(rows, &Attending::scores));
  auto weights = scores;
  weights.title = "weights α";
  weights.meaning =
      "The softmax of the scores: where the decoder looks while it writes each token.";
  weights.formula = mathml::equation(
      mathml::sub(mathml::i("α"), mathml::i("tj")),
      mathml::fraction(mathml::call("exp", mathml::sub(mathml::i("e"), mathml::i("tj"))),
                       mathml::sub(mathml::o("∑"), mathml::i("k")) +
                           mathml::call("exp", mathml::sub(mathml::i("e"), mathml::i("tk")))));
  weights.source = {"src/training/ops/dot_product_attention.cpp",
                    "return scores.masked_fill(mask.logical_not(), -1e6).softmax(-1);"};
  weights.is_weight = true;
  steps.add(weights, 0, stacked(rows, &Attending::weights));
}

void AttentionWalk::finish(Steps& steps, const std::vector<Attending>& rows,
                           const std::vector<torch::Tensor>& queries) const {
  steps.add({.part = "decoder",
             .title = "query",
             .meaning = "The top layer's state before the step asks what to look at.",
             .formula = mathml::equation(mathml::i("q"), before("s")),
             .source = {"src/training/ops/attention_recurrence.cpp",
                        "const auto attended = attend(state.back().hidden.unsqueeze(1));"}},
            0, torch::stack(queries));
  add_scores(steps, rows);
  std::vector<torch::Tensor> contexts;
  for (const auto& row : rows) contexts.push_back(row.context);
  steps.add(
      {.part = "decoder",
       .title = "context c",
       .meaning = "The mean of the encoder's states, weighted by the attention.",
       .formula = mathml::equation(tick("c"), mathml::sub(mathml::o("∑"), mathml::i("j")) +
                                                  mathml::sub(mathml::i("α"), mathml::i("tj")) +
                                                  mathml::sub(mathml::i("h"), mathml::i("j"))),
       .source =
           {"src/training/nn/additive_attention.cpp",
            "auto context = ops::seeded_dropout(weights, dropout_, is_training()).bmm(values);"}},
      0, torch::stack(contexts));
}

}  // namespace regard::explain
