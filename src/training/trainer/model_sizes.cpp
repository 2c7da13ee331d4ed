#include "trainer/model_sizes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/readable.h"
#include "base/terminal.h"
#include "regard/base/str.h"

namespace regard::train {
namespace {

/// docs/data.md says which of these figures were measured.
constexpr std::array kSizes = {
    ModelSize{
        .fewest_pairs = 0,
        .fewest_tokens = 0,
        .parameters = 1.7e6,
        .pieces = 8'000,
        .transformer = "d_model: 128, heads: 4, ffn_size: 256, encoder_layers: 2, "
                       "decoder_layers: 2, dropout: 0.25, norm: pre, tied_embeddings: all",
        .rnn = "cell: gru, embedding_size: 128, hidden_size: 192, layers: 1, bidirectional: true, "
               "dropout: 0.3",
        .rnn_readout = model::Readout::book,
        .transformer_rate = 0.003,
        .rnn_rate = 0.003,
        .steps = 2'400,
        .batch_tokens = 1500,
        .ema = 0,
        .precision = config::Precision::float32},  // bf16 is no faster, and takes more memory
    ModelSize{
        .fewest_pairs = 15'001,
        .fewest_tokens = 0,
        .parameters = 2.2e6,
        .pieces = 8'000,
        .transformer = "d_model: 128, heads: 4, ffn_size: 512, encoder_layers: 3, "
                       "decoder_layers: 2, dropout: 0.1, norm: pre, tied_embeddings: all",
        .rnn = "cell: gru, embedding_size: 192, hidden_size: 256, layers: 1, bidirectional: true, "
               "dropout: 0.15, tied_embeddings: all",
        .rnn_readout = model::Readout::paper,
        .transformer_rate = 0.003,
        .rnn_rate = 0.002,
        .steps = 18'000,
        .batch_tokens = 3000,
        .ema = 0.998,
        .precision = config::Precision::automatic},
    ModelSize{
        .fewest_pairs = 15'001,
        .fewest_tokens = 10e6,
        .parameters = 6e6,
        .pieces = 8'000,
        .transformer = "d_model: 256, heads: 4, ffn_size: 512, encoder_layers: 3, "
                       "decoder_layers: 3, dropout: 0.2, norm: pre, tied_embeddings: all",
        .rnn = "cell: gru, embedding_size: 320, hidden_size: 320, layers: 1, bidirectional: true, "
               "dropout: 0.25, tied_embeddings: all",
        .rnn_readout = model::Readout::paper,
        .transformer_rate = 0.002,
        .rnn_rate = 0.0015,
        .steps = 18'000,
        .batch_tokens = 3000,
        .ema = 0.998,
        .precision = config::Precision::automatic},
    ModelSize{
        .fewest_pairs = 300'001,
        .fewest_tokens = 35e6,
        .parameters = 21e6,
        .pieces = 16'000,
        .transformer = "d_model: 384, heads: 6, ffn_size: 1536, encoder_layers: 6, "
                       "decoder_layers: 2, dropout: 0.1, norm: pre, tied_embeddings: all",
        .rnn = "cell: gru, embedding_size: 384, hidden_size: 512, layers: 1, bidirectional: true, "
               "dropout: 0.2",
        .rnn_readout = model::Readout::paper,
        .transformer_rate = 0.0015,
        .rnn_rate = 0.001,
        .steps = 60'000,
        .batch_tokens = 6000,
        .ema = 0.999,
        .precision = config::Precision::automatic},
    ModelSize{
        .fewest_pairs = 600'001,
        .fewest_tokens = 90e6,
        .parameters = 52e6,
        .pieces = 0,
        .transformer = "d_model: 512, heads: 8, ffn_size: 2048, encoder_layers: 6, "
                       "decoder_layers: 6, dropout: 0.1, norm: pre, tied_embeddings: all",
        .rnn = "cell: gru, embedding_size: 512, hidden_size: 512, layers: 2, bidirectional: true, "
               "dropout: 0.2, tied_embeddings: all",
        .rnn_readout = model::Readout::paper,
        .transformer_rate = 0.001,
        .rnn_rate = 0.001,
        .steps = 100'000,
        .batch_tokens = 8192,
        .ema = 0.999,
        .precision = config::Precision::automatic},
};

/// Share of the matrix multiplication throughput that a training step of these models reaches.
constexpr double kShareOfProducts = 0.4;

bool suits(const ModelSize& size, const TrainingBudget& budget) {
  return budget.pairs >= size.fewest_pairs && target_tokens(size, budget) >= size.fewest_tokens;
}

std::string millions(double number) {
  constexpr double kMillion = 1e6, kMany = 10e6;
  return str(fixed(number / kMillion, number < kMany ? 1 : 0), " million");
}

}  // namespace

std::span<const ModelSize> model_sizes() { return kSizes; }

double target_tokens(const ModelSize& size, const TrainingBudget& budget) {
  if (budget.seconds == 0) return std::numeric_limits<double>::infinity();
  // Each parameter multiplies once forward and twice backward; a multiply-add is two operations.
  const double flops = 6 * size.parameters;
  return budget.seconds * budget.flops_per_second * kShareOfProducts / flops;
}

const ModelSize& size_for(const TrainingBudget& budget) {
  size_t size = 0;
  while (size + 1 < kSizes.size() && suits(kSizes.at(size + 1), budget)) ++size;
  return kSizes.at(size);
}

std::string reason_for(const ModelSize& size, const TrainingBudget& budget) {
  const bool is_limited = budget.seconds > 0;
  auto text = str("a model of about ", millions(size.parameters), " parameters: ");
  if (is_limited) {
    text += str(format_duration(budget.seconds), " of training are enough for about ",
                millions(target_tokens(size, budget)), " target tokens");
  } else {
    text += str(grouped(budget.pairs), " pairs are enough for it");
  }
  const auto* next = &size + 1;
  if (next == kSizes.data() + kSizes.size()) return text;
  text += str("; the next size, ", millions(next->parameters), ", ");
  if (budget.pairs < next->fewest_pairs) {
    return text + str("needs ", grouped(next->fewest_pairs), " pairs");
  }
  return text + str("would read ", millions(target_tokens(*next, budget)), " and needs ",
                    millions(next->fewest_tokens));
}

double seconds_to_train(double minutes, double preparation) {
  constexpr double kMinute = 60, kShareToMeasure = 0.04, kMostToMeasure = 20;
  const double seconds = minutes * kMinute;
  if (preparation == 0) return seconds;
  const double to_measure = std::min(kShareToMeasure * seconds, kMostToMeasure);
  return std::max(seconds - preparation - to_measure, seconds / 2);
}

int64_t pairs_to_align(double minutes) {
  constexpr double kFewest = 3'000, kMost = 60'000, kInAMinute = 6'000;
  if (minutes == 0) return static_cast<int64_t>(kMost);
  return std::llround(std::clamp(minutes * kInAMinute, kFewest, kMost));
}

}  // namespace regard::train
