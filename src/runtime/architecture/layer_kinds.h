#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "math/activation.h"
#include "regard/base/limits.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"
#include "regard/config/check.h"

namespace regard::ops {

/// Recurrent cells; ops/recurrent_step.h has their equations. The two GRUs differ in where the
/// reset gate acts: `gru` after W_hh, as in LibTorch and cuDNN; `gru_reset_before` before it, as in
/// Cho et al. (2014), arXiv:1406.1078, and d2l 10.2.
enum class Cell { rnn_tanh, rnn_relu, gru, gru_reset_before, lstm };

/// The names of cells in configs; `rnn` is a plain tanh cell.
enum class CellName { gru, lstm, rnn, rnn_relu };
constexpr auto names_of(CellName) { return std::array{"gru", "lstm", "rnn", "rnn_relu"}; }

/// The place where a GRU's reset gate acts: after the product with W_hh or before it.
enum class Reset { after, before };
constexpr auto names_of(Reset) { return std::array{"after", "before"}; }

Cell cell_of(CellName name, Reset reset = Reset::after);

/// Rows of weights per state component: 1, 3 (GRU: reset, update, new) or 4 (LSTM: input, forget,
/// cell, output).
int64_t gates_of(Cell cell);

/// The number of rows that multiply the state itself: all rows, unless a GRU's reset gate acts
/// before the product. Then the candidate's rows multiply the reset state instead.
inline int64_t gates_of_state(Cell cell) {
  return cell == Cell::gru_reset_before ? 2 : gates_of(cell);
}

/// Whether a cell's state consists of two tensors.
inline bool has_cell_state(Cell cell) { return cell == Cell::lstm; }

}  // namespace regard::ops

namespace regard::nn {

using math::Activation;

/// Position of layer normalization: after each residual connection (Vaswani et al., 2017), or
/// before each sublayer (Xiong et al., 2020).
enum class Norm { post, pre };
constexpr auto names_of(Norm) { return std::array{"post", "pre"}; }

/// The way in which a decoder reads the previous tokens: by self-attention, or with a recurrent
/// unit (nn/ssru.h).
enum class Autoregression { self_attention, ssru };
constexpr auto names_of(Autoregression) { return std::array{"self_attention", "ssru"}; }

/// The score with which a head compares a query with a key.
enum class AttentionScore {
  dot_product,  ///< q . k / sqrt(key_width)
  additive      ///< w_v . tanh(q + k), with a vector w_v for each head
};
constexpr auto names_of(AttentionScore) { return std::array{"dot", "additive"}; }

/// The order of a position's sines and cosines, and the decrease of their frequencies; j numbers
/// the frequencies from 0.
enum class SinusoidLayout {
  interleaved,  ///< sine, cosine, sine, ...; 10000^(-2j/size): Vaswani et al. (2017), d2l 11.6
  half,         ///< all sines, then all cosines; the same frequencies: MarianMT in Hugging Face's
                ///< transformers, CTranslate2
  half_t2t,     ///< all sines, then all cosines; 10000^(-j/(size/2 - 1)): Marian, tensor2tensor
};

/// The size / 2 frequencies w_j of a layout.
std::vector<double> sinusoid_frequencies(int64_t size, SinusoidLayout layout);

}  // namespace regard::nn

namespace regard::model {

/// The weights that share one matrix: none, the target embedding and the output layer, or these two
/// and the source embedding.
enum class TiedEmbeddings { none, target, all };
constexpr auto names_of(TiedEmbeddings) { return std::array{"none", "target", "all"}; }

/// Throws Error if `tied` asks for one matrix but the vocabularies differ.
void check_tied_vocabularies(TiedEmbeddings tied, int64_t source_vocab, int64_t target_vocab,
                             bool shared_vocab);

/// Allowed values of the option `kernel` of architectures with a convolutional encoder: odd, so
/// that a window has a center.
inline config::Check<int64_t> kernel_size() {
  return {.allowed = "odd and at least 1",
          .holds = [](int64_t value) { return value > 0 && value % 2 == 1; },
          .bound = str("at most ", limits::kWidth),
          .is_bounded = [](int64_t value) { return value <= limits::kWidth; }};
}

}  // namespace regard::model
