// One training step of the RNN with attention, forward and backward, in its parts; items are target
// tokens. Arguments: sentences, tokens on each side, size of embeddings and states.
#include <benchmark/benchmark.h>
#include <torch/types.h>
#include <torch/utils.h>

#include "model/rnn_attention.h"
#include "ops/cross_entropy.h"

namespace regard::model {
namespace {

constexpr int64_t kVocab = 8000;

struct Setting {
  explicit Setting(const benchmark::State& state)
      : batch(state.range(0)),
        length(state.range(1)),
        size(state.range(2)),
        model({.embedding_size = size, .hidden_size = size, .layers = 2}, kVocab, kVocab, true),
        source(torch::randint(4, kVocab, {batch, length})),
        target(torch::randint(4, kVocab, {batch, length})),
        lengths(torch::full({batch}, length)) {
    model.train();
  }

  int64_t batch, length, size;
  RnnAttention model;
  torch::Tensor source, target, lengths;
};

void Encoder(benchmark::State& state) {
  Setting setting(state);
  for (auto _ : state) {
    setting.model.encoder->forward(setting.source, setting.lengths).states.sum().backward();
  }
  state.SetItemsProcessed(state.iterations() * setting.target.numel());
}

void EncoderAndDecoder(benchmark::State& state) {
  Setting setting(state);
  for (auto _ : state) {
    const auto memory = setting.model.encode(setting.source, setting.lengths);
    setting.model.decode_states(setting.target, memory).sum().backward();
  }
  state.SetItemsProcessed(state.iterations() * setting.target.numel());
}

void Everything(benchmark::State& state) {
  Setting setting(state);
  for (auto _ : state) {
    const auto memory = setting.model.encode(setting.source, setting.lengths);
    const auto logits = setting.model.decode(setting.target, memory).flatten(0, 1);
    ops::smoothed_cross_entropy(logits, setting.target.flatten(), 0.1, 0).loss_sum.backward();
  }
  state.SetItemsProcessed(state.iterations() * setting.target.numel());
}

#define REGARD_SETTINGS Args({128, 16, 256})->Args({64, 10, 32})->Unit(benchmark::kMillisecond)
BENCHMARK(Encoder)->REGARD_SETTINGS;
BENCHMARK(EncoderAndDecoder)->REGARD_SETTINGS;
BENCHMARK(Everything)->REGARD_SETTINGS;

}  // namespace
}  // namespace regard::model

BENCHMARK_MAIN();
