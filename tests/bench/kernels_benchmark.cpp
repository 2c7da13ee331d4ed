// The kernels of every instruction set that the processor has, on rows of 256 numbers unless stated
// otherwise; items are numbers of a row, or multiplications.
#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

#include "math/kernels.h"

namespace regard::math {
namespace {

constexpr int64_t kSize = 256;

using Numbers = std::vector<float>;

Numbers numbers(int64_t count) { return Numbers(static_cast<size_t>(count), 0.25F); }

template <class Kernel>
void add(const Kernels& kernels, const char* what, int64_t items, const Kernel& kernel) {
  const auto name = std::string(what) + "/" + kernels.name;
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    auto run = kernel;
    for (auto _ : state) {
      run();
      benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * items);
  });
}

void add_cells(const Kernels& kernels) {
  auto input = numbers(4 * kSize), hidden = input, gates = input, of_input = input,
       of_hidden = input, state = numbers(kSize), next = state, cell = state;
  add(kernels, "gru_forward", kSize, [=, &kernels]() mutable {
    kernels.gru_forward(input.data(), hidden.data(), state.data(), next.data(), gates.data(),
                        kSize);
  });
  add(kernels, "gru_backward", kSize, [=, &kernels]() mutable {
    kernels.gru_backward(next.data(), gates.data(), hidden.data(), state.data(),
                         {of_input.data(), of_hidden.data(), cell.data()}, kSize);
  });
  add(kernels, "lstm_forward", kSize, [=, &kernels]() mutable {
    kernels.lstm_forward(input.data(), hidden.data(), state.data(), {next.data(), cell.data()},
                         gates.data(), kSize);
  });
}

void add_attention(const Kernels& kernels) {
  auto x = numbers(kSize), y = x, weights = x;
  add(kernels, "dot", kSize,
      [=, &kernels] { benchmark::DoNotOptimize(kernels.dot(x.data(), y.data(), kSize)); });
  add(kernels, "additive_score", kSize, [=, &kernels] {
    benchmark::DoNotOptimize(kernels.additive_score(x.data(), y.data(), weights.data(), kSize));
  });
  constexpr int64_t kSentence = 16, kWidth = 64;
  auto a = numbers(kSentence * kWidth), b = a, c = a;
  add(kernels, "small_product", kSentence * kSentence * kWidth, [=, &kernels]() mutable {
    kernels.small_product({.rows = kSentence, .inner = kSentence, .columns = kWidth},
                          {a.data(), kSentence}, {b.data(), kWidth}, c.data(), kWidth);
  });
}

void add_logits(const Kernels& kernels) {
  constexpr int64_t kVocab = 8000;
  auto logits = numbers(kVocab);
  add(kernels, "row_sums", kVocab,
      [=, &kernels] { benchmark::DoNotOptimize(kernels.row_sums(logits.data(), kVocab)); });
}

void add_products(const Kernels& kernels) {
  constexpr int64_t kRows = 16, kPanels = 8;
  auto x = numbers(kRows * kSize), weights = numbers(kPanels * kPanel * kSize),
       y = numbers(kRows * kPanels * kPanel);
  add(kernels, "multiply", kRows * kSize * kPanels * kPanel, [=, &kernels]() mutable {
    kernels.multiply({x.data(), kSize, kRows}, {weights.data(), kSize}, kPanels, {}, y.data(),
                     kPanels * kPanel);
  });
}

}  // namespace
}  // namespace regard::math

int main(int argc, char** argv) {
  for (const auto* kernels : regard::math::all_kernels()) {
    regard::math::add_cells(*kernels);
    regard::math::add_attention(*kernels);
    regard::math::add_logits(*kernels);
    regard::math::add_products(*kernels);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
