// Worked examples of d2l 11.3 and 11.7 whose results the book prints.
#include "lessons/worked_examples.h"
#include "explain/mathml.h"
#include "explain/plain_turn.h"
#include "explain/step_table.h"
#include "lessons/kernel_regression.h"
#include "nn/additive_attention.h"
#include "nn/feed_forward.h"
#include "nn/mask.h"
#include "ops/head_attention.h"
#include "ops/probe.h"
#include "regard/base/str.h"

namespace regard::explain {
namespace {

namespace m = mathml;

/// A step with the result of `compute` for each head, and the expression behind its probe.
template <class Compute>
Step example(const std::string& title, const std::string& meaning, const std::string& formula,
             const std::string& probe, const Compute& compute) {
  const PlainTurn plain;
  const ops::Recording recording;
  std::vector<torch::Tensor> heads = compute();
  return {.part = kWorkedExamples,
          .title = title,
          .meaning = meaning,
          .formula = formula,
          .source = citation_of(recording, probe),
          .rows = Axis::number,
          .values = {std::move(heads)}};
}

/// The example, with `rows` and `columns` as the meanings of the axes of all its heads.
Step with_axes(Step step, const char* rows, const char* columns) {
  step.axes.assign(step.values.front().size(), {rows, columns});
  return step;
}

Step masked_softmax_of(const nn::MaskedSoftmaxTable& table) {
  const auto& [a, b, c, d] = table.lengths;
  auto step = example(
      str("masked softmax, ", table.edition, " edition, valid lengths ",
          table.per_query ? str("[[", a, ", ", b, "], [", c, ", ", d, "]]")
                          : str('[', a, ", ", b, ']')),
      "The two heads are the two sequences: a row for each query, a column for each key. The book "
      "draws the scores at random and prints these weights; here the scores are their logarithms, "
      "and the masked ones are 1.",
      m::equation(m::i("α"),
                  m::fraction(m::call("exp", m::i("e")), m::o("∑") + m::call("exp", m::i("e")))),
      "attention weights",
      [&] { return ops::masked_softmax(table.scores(), table.mask()).unbind(0); });
  step.is_weight = true;
  return with_axes(std::move(step), "query", "key");
}

/// An example as one step; its inputs, intermediate values and result are shown like heads.
Step step_of(const nn::WorkedExample& example, const std::string& formula) {
  Step step{.part = "worked examples",
            .title = example.title,
            .meaning = example.meaning,
            .formula = formula,
            .source = {example.file, example.expression},
            .rows = Axis::number};
  step.values.emplace_back();
  for (const auto& table : example.tables) {
    step.names.push_back(table.name);
    step.axes.push_back({table.row_axis, table.column_axis});
    step.values.front().push_back(table.values);
  }
  return step;
}

std::string subscripted(const char* letter, const char* index) {
  return m::sub(m::i(letter), m::i(index));
}

/// One formula per example, in the order of nn::worked_examples().
std::vector<std::string> formulas_of_examples() {
  const auto exp_of = [](const char* index) { return m::call("exp", subscripted("a", index)); };
  const auto affine_of_key =
      m::i("x") + m::o("·") + subscripted("k", "i") + m::o("+") + subscripted("b", "i");
  return {
      m::equation(subscripted("α", "i"), m::fraction(exp_of("i"), m::o("∑") + exp_of("j"))),
      m::equation(m::i("α"),
                  m::call("softmax", m::fraction(m::i("q") + m::sup(m::i("K"), m::i("⊤")),
                                                 m::root(m::i("d"))))),
      m::equation(subscripted("C", "i"), subscripted("A", "i") + subscripted("B", "i")),
      m::equation(m::call("LN", m::i("x")),
                  m::fraction(m::i("x") + m::o("−") + m::i("μ"), m::i("σ"))),
      m::equation(m::call("FFN", m::i("x")), m::o("∑") + m::call("relu", affine_of_key) +
                                                 subscripted("v", "i") + m::o("+") + m::i("b"))};
}

/// Layer normalization compared with batch normalization.
Step layer_normalization() {
  const auto x = torch::tensor({{1.0F, 2.0F}, {2.0F, 3.0F}});
  nn::AddNorm layer_norm(nn::AddNormOptions{.normalized_shape = {2}});
  const auto by_column = (x - x.mean(0)) / (x.var(0, /*unbiased=*/false) + 1e-5).sqrt();
  const std::string normalized =
      m::fraction(m::i("x") + m::o("−") + m::i("μ"),
                  m::root(m::sup(m::i("σ"), m::n("2")) + m::o("+") + m::i("ε")));
  return with_axes(example("layer normalization of [[1, 2], [2, 3]]",
                           "Each row is normalized by its own mean and variance. Batch "
                           "normalization, the second head, uses those of each column.",
                           m::equation(m::call("LN", m::i("x")), normalized), "normalized sum",
                           [&]() -> std::vector<torch::Tensor> {
                             return {layer_norm(x, torch::zeros_like(x)), by_column};
                           }),
                   "position", "dimension");
}

}  // namespace

std::vector<Step> worked_examples() {
  const torch::NoGradGuard no_grad;
  std::vector<Step> steps;
  for (const auto& table : nn::kMaskedSoftmaxTables) steps.push_back(masked_softmax_of(table));
  const auto mask = nn::length_mask(torch::tensor({2, 6}), 10).unsqueeze(1);
  const auto values = torch::arange(40.0).reshape({1, 10, 4}).repeat({2, 1, 1});
  const auto keys = torch::ones({2, 10, 2});
  torch::manual_seed(1);
  nn::AdditiveAttention additive(
      nn::AdditiveAttentionOptions{.query_size = 20, .key_size = 2, .hidden_size = 8});
  for (auto& weight : additive->parameters()) weight.normal_();
  const auto queries = torch::randn({2, 1, 20});
  steps.push_back(with_axes(
      example(
          "additive attention on equal keys",
          "Two sequences with 2 and 6 valid keys of 10. Equal keys share the weight, so the "
          "outputs are means of the first values, regardless of the network's weights.",
          m::equation(
              m::call("f", m::i("q")),
              m::call("softmax", m::sup(m::sub(m::i("w"), m::i("v")), m::i("⊤")) +
                                     m::call("tanh", subscripted("W", "q") + m::i("q") + m::o("+") +
                                                         subscripted("W", "k") + m::i("k"))) +
                  m::i("V")),
          "additive scores",
          [&]() -> std::
                    vector<torch::Tensor> {
                      return {additive(queries, additive->project_keys(keys), values, mask)
                                  .context.squeeze(1)};
                    }),
      "query", "dimension"));
  const auto short_queries = torch::randn({2, 1, 2});
  steps.push_back(with_axes(
      example(
          "scaled dot-product attention on equal keys",
          "The same keys, values and lengths under the other score: the same outputs.",
          m::equation(m::call("f", m::i("q")),
                      m::call("softmax", m::fraction(m::i("q") + m::sup(m::i("K"), m::i("⊤")),
                                                     m::root(m::i("d")))) +
                          m::i("V")),
          "scores",
          [&]() -> std::vector<torch::Tensor> {
            return {
                ops::dot_product_attention(short_queries, keys, values, mask).context.squeeze(1)};
          }),
      "query", "dimension"));
  steps.push_back(layer_normalization());
  const auto formulas = formulas_of_examples();
  size_t number = 0;
  for (const auto& example : nn::worked_examples()) {
    steps.push_back(step_of(example, formulas.at(number++)));
  }
  return steps;
}

}  // namespace regard::explain
