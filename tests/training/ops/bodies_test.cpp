// Every operation is one function, regardless of which of its two implementations computes it.
#include "ops/bodies.h"

#include <torch/autograd.h>
#include <torch/csrc/autograd/function.h>
#include <torch/utils.h>

#include <functional>

#include "ops/affine.h"
#include "ops/attention_recurrence.h"
#include "ops/cross_entropy.h"
#include "ops/head_attention.h"
#include "ops/recurrent_sequence.h"
#include "support/golden_tensors.h"

namespace regard::ops {
namespace {

using Tensors = std::vector<torch::Tensor>;

constexpr double kReordered = 2e-5;  // float32: sums in a different order, different exp and tanh

// A random size, at least 1: shapes that do not fill the processor's vectors.
int64_t some(int64_t most) { return torch::randint(1, most + 1, {1}).item<int64_t>(); }

torch::Tensor lengths_up_to(int64_t longest, int64_t batch) {
  auto lengths = torch::randint(1, longest + 1, {batch});
  lengths[0] = longest;
  return lengths;
}

struct Operation {
  std::string name;
  /// Draws a shape, random inputs with gradients, and the operation on such inputs.
  std::function<std::pair<Tensors, std::function<Tensors(const Tensors&)>>()> draw;
  bool always_has_two = true;  ///< two implementations on every machine
};

void PrintTo(const Operation& operation, std::ostream* out) { *out << operation.name; }

Operation additive_score_of_all() {
  return {"additive_score", [] {
            const int64_t batch = some(4), hidden = some(40);
            return std::pair(
                Tensors{torch::randn({batch, some(3), hidden}),
                        torch::randn({batch, some(9), hidden}), torch::randn({hidden})},
                [](const Tensors& in) { return Tensors{additive_score(in[0], in[1], in[2])}; });
          }};
}

Operation affine_of_all() {
  return {"affine",
          [] {
            const int64_t inner = some(30), outer = some(50);
            return std::pair(
                Tensors{torch::randn({some(5), some(7), inner}), torch::randn({outer, inner}),
                        torch::randn({outer})},
                [](const Tensors& in) { return Tensors{affine(in[0], in[1], in[2])}; });
          },
          false};
}

Operation step_linear_of_all() {
  return {"step_linear", [] {
            const int64_t batch = some(5), inner = some(20), outer = some(20);
            return std::pair(
                Tensors{torch::randn({3, batch, inner}), torch::randn({outer, inner}),
                        torch::randn({outer}), torch::randn({batch, outer})},
                [](const Tensors& in) {
                  const StepLinear linear(in[1], in[2]);
                  return Tensors{linear(in[0][0]), linear(in[0][1], in[3]), linear(in[0][2])};
                });
          }};
}

RecurrentWeights weights_of_state(Cell cell, int64_t size, Tensors& inputs) {
  const int64_t gates = gates_of(cell) * size;
  inputs.push_back(torch::randn({gates, size}) / size);
  inputs.push_back(torch::randn({gates}));
  return {{}, inputs[inputs.size() - 2], {}, inputs.back()};
}

CellState state_of(Cell cell, const torch::Tensor& hidden, const torch::Tensor& cells) {
  return {hidden, has_cell_state(cell) ? cells : torch::Tensor()};
}

Tensors defined(std::initializer_list<torch::Tensor> tensors) {
  Tensors found;
  for (const auto& tensor : tensors) {
    if (tensor.defined()) found.push_back(tensor);
  }
  return found;
}

Operation step_of(Cell cell, const std::string& name) {
  return {"recurrent_step_" + name,
          [cell] {
            const int64_t batch = some(4), size = some(35);
            Tensors inputs{torch::randn({batch, gates_of(cell) * size}),
                           torch::randn({batch, size}), torch::randn({batch, size})};
            weights_of_state(cell, size, inputs);
            return std::pair(inputs, [cell](const Tensors& in) {
              const RecurrentStep step(cell, {{}, in[3], {}, in[4]});
              const auto next = step(in[0], state_of(cell, in[1], in[2]));
              return defined({next.hidden, next.cell});
            });
          },
          cell != Cell::gru_reset_before};
}

Operation sequence_of(Cell cell, const std::string& name) {
  return {"recurrent_sequence_" + name, [cell] {
            const int64_t batch = some(4), size = some(35);
            Tensors inputs{torch::randn({some(6), batch, gates_of(cell) * size}),
                           torch::randn({batch, size}), torch::randn({batch, size})};
            weights_of_state(cell, size, inputs);
            return std::pair(inputs, [cell](const Tensors& in) {
              const auto output = recurrent_sequence(cell, in[0], {{}, in[3], {}, in[4]},
                                                     state_of(cell, in[1], in[2]));
              return defined({output.states, output.cells});
            });
          }};
}

// A decoder of two layers.
Operation attention_recurrence_of(Cell cell, const std::string& name) {
  return {"attention_recurrence_" + name, [cell] {
            const int64_t batch = some(4), size = some(20), hidden = some(20), source = 1 + some(5),
                          values = some(9);
            const int64_t gates = gates_of(cell) * size;
            const auto mask = lengths_up_to(source, batch).unsqueeze(1) >
                              torch::arange(source);  // (batch, source)
            const Tensors inputs{torch::randn({1 + some(4), batch, gates}),
                                 torch::randn({gates, values}) / values,
                                 torch::randn({hidden, size}) / size,
                                 torch::randn({hidden}),
                                 torch::randn({batch, source, hidden}),
                                 torch::randn({batch, source, values}),
                                 torch::randn({gates, size}) / size,
                                 torch::randn({gates}),
                                 torch::randn({gates, size}) / size,
                                 torch::randn({gates}),
                                 torch::randn({gates, size}) / size,
                                 torch::randn({gates}),
                                 torch::randn({2, batch, size}),
                                 torch::randn({2, batch, size})};
            return std::pair(inputs, [cell, mask](const Tensors& in) {
              const auto output = attention_recurrence(
                  in[0],
                  {.W_q = in[2],
                   .w_v = in[3],
                   .keys = in[4],
                   .values = in[5],
                   .mask = mask.unsqueeze(1)},
                  {.cell = cell,
                   .context = in[1],
                   .layers = {{{}, in[6], {}, in[7]}, {in[8], in[10], in[9], in[11]}}},
                  {state_of(cell, in[12][0], in[13][0]), state_of(cell, in[12][1], in[13][1])});
              return defined({output.states, output.contexts, output.weights, output.last[0].hidden,
                              output.last[1].hidden, output.last[1].cell});
            });
          }};
}

Operation attention_of_sentences(bool causal) {
  return {causal ? "head_attention_causal" : "head_attention_of_sentences", [causal] {
            const int64_t sentences = some(4), heads = some(3), width = some(20),
                          value_width = some(20);
            const auto of_queries = lengths_up_to(some(12), sentences),
                       of_keys = causal ? of_queries : lengths_up_to(some(20), sentences);
            const SentenceRows queries(of_queries, of_queries.max().item<int64_t>() + 1),
                keys(of_keys,
                     causal ? of_queries.max().item<int64_t>() + 1 : of_keys.max().item<int64_t>());
            const Tensors inputs{torch::randn({queries.tokens(), heads * width}),
                                 torch::randn({keys.tokens(), heads * width}),
                                 torch::randn({keys.tokens(), heads * value_width})};
            return std::pair(inputs, [=](const Tensors& in) {
              return Tensors{
                  head_attention(in[0], in[1], in[2], {queries, keys, causal}, {.heads = heads})
                      .context};
            });
          }};
}

Operation dot_product_attention_of_all() {
  return {"dot_product_attention", [] {
            const int64_t batch = some(4), heads = some(3), keys = some(9), size = some(20);
            const auto mask = (lengths_up_to(keys, batch).unsqueeze(1) > torch::arange(keys))
                                  .view({batch, 1, 1, keys});
            const Tensors inputs{torch::randn({batch, heads, some(5), size}),
                                 torch::randn({batch, heads, keys, size}),
                                 torch::randn({batch, heads, keys, size})};
            return std::pair(inputs, [mask](const Tensors& in) {
              return Tensors{dot_product_attention(in[0], in[1], in[2], mask).context};
            });
          }};
}

Operation cross_entropy_of_all() {
  return {
      "projected_cross_entropy", [] {
        constexpr int64_t kPad = 0;
        const int64_t tokens = 1 + some(9), size = some(20), vocab = 1 + some(60);
        auto labels = torch::randint(vocab, {tokens});
        labels[0] = kPad;
        labels[1] = vocab - 1;
        const Tensors inputs{torch::randn({tokens, size}), torch::randn({vocab, size}),
                             torch::randn({vocab})};
        return std::pair(inputs, [labels](const Tensors& in) {
          return Tensors{projected_cross_entropy(in[0], in[1], in[2], labels, 0.1, kPad).loss_sum};
        });
      }};
}

std::vector<Operation> operations() {
  std::vector<Operation> all{additive_score_of_all(),      affine_of_all(),
                             step_linear_of_all(),         attention_of_sentences(false),
                             attention_of_sentences(true), dot_product_attention_of_all(),
                             cross_entropy_of_all()};
  for (const auto& [cell, name] :
       {std::pair(Cell::rnn_tanh, "rnn_tanh"), std::pair(Cell::rnn_relu, "rnn_relu"),
        std::pair(Cell::gru, "gru"), std::pair(Cell::gru_reset_before, "gru_reset_before"),
        std::pair(Cell::lstm, "lstm")}) {
    all.push_back(step_of(cell, name));
    all.push_back(sequence_of(cell, name));
    all.push_back(attention_recurrence_of(cell, name));
  }
  return all;
}

class BothBodies : public testing::TestWithParam<Operation> {
 protected:
  struct Found {
    Tensors numbers;   // values, then gradients
    std::string made;  // name of the autograd function that made them
  };

  // Gradients of a randomly weighted sum of all values.
  static Found found(const Tensors& inputs,
                     const std::function<Tensors(const Tensors&)>& operation) {
    Tensors leaves;
    for (const auto& input : inputs) leaves.push_back(input.detach().clone().requires_grad_());
    const auto values = operation(leaves);
    torch::manual_seed(9);
    auto sum = torch::zeros({});
    Found found{{}, values[0].grad_fn()->name()};
    for (const auto& value : values) {
      sum = sum + (value * torch::randn(value.sizes())).sum();
      found.numbers.push_back(value.detach());
    }
    for (const auto& gradient : torch::autograd::grad({sum}, leaves, {}, std::nullopt, false, true))
      found.numbers.push_back(gradient.defined() ? gradient : torch::zeros({1}));
    return found;
  }
};

TEST_P(BothBodies, HaveTheSameValuesAndGradientsForRandomShapes) {
  const auto& operation = GetParam();
  for (int seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    torch::manual_seed(seed);
    const auto [inputs, run] = operation.draw();
    const auto fused = found(inputs, run);
    const PlainBodies plain_bodies;
    const auto plain = found(inputs, run);
    if (operation.always_has_two) {
      EXPECT_NE(fused.made, plain.made) << "one implementation was compared with itself";
    }
    ASSERT_EQ(fused.numbers.size(), plain.numbers.size());
    for (size_t i = 0; i < plain.numbers.size(); ++i)
      EXPECT_TRUE(test::tensors_near(fused.numbers[i], plain.numbers[i], kReordered))
          << "result " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, BothBodies, testing::ValuesIn(operations()),
                         [](const auto& info) { return info.param.name; });

TEST(PlainBodies, AreTakenOnlyWhileItLives) {
  const auto x = torch::ones({2});
  EXPECT_TRUE(may_fuse(x));
  {
    const PlainBodies plain_bodies;
    EXPECT_FALSE(may_fuse(x));
    EXPECT_THROW(PlainBodies(), c10::Error);
  }
  EXPECT_TRUE(may_fuse(x));
}

TEST(FusedBodies, AreForFloat32OnTheCpu) {
  EXPECT_FALSE(may_fuse(torch::ones({2}, torch::kDouble)));
  EXPECT_FALSE(may_fuse(torch::ones({2}, torch::kBFloat16)));
}

}  // namespace
}  // namespace regard::ops
