#pragma once
#include <cstdint>

/// The loops over single-precision rows that ATen has no one operation for. No
/// tensors here: the callers split their rows among threads. Each function does
/// a row of at least some hundred numbers, as none of them can be inlined. No
/// two of its arguments may share memory.
namespace regard::math {

struct RowSums {
  float log_sum_exp;
  float sum;
};

/// log(sum(e^x)) and sum(x) of a row.
RowSums row_sums(const float* x, int64_t size);

/// x -> e^(x - log_sum_exp) - elsewhere, in place.
void softmax_difference(float* x, int64_t size, float log_sum_exp, float elsewhere);

/// output = input * scale where the hash of (seed, position) keeps it, 0
/// elsewhere. A position is kept with probability 1 - threshold / 2^32.
void dropout(const float* input, float* output, int64_t size, uint64_t seed, uint32_t threshold,
             float scale);

/// One row of a GRU step. `input` and `hidden` hold the gates (reset, update,
/// new) as W_i x + b_i and W_h h + b_h; `gates` (3 * size) receives their
/// values, for the backward pass.
void gru_forward(const float* input, const float* hidden, const float* state, float* next,
                 float* gates, int64_t size);

/// Gradients of the row: of `input`, of `hidden` (3 * size each) and of
/// `state`.
void gru_backward(const float* gradient, const float* gates, const float* hidden,
                  const float* state, float* input_gradient, float* hidden_gradient,
                  float* state_gradient, int64_t size);

/// One row of an LSTM step, gates (input, forget, cell, output). `gates` (4 *
/// size) receives their values.
void lstm_forward(const float* input, const float* hidden, const float* cell, float* next_state,
                  float* next_cell, float* gates, int64_t size);

/// Gradients of the row: of the sum of the gates (4 * size); that of `cell` takes the place of that
/// of the next cell.
void lstm_backward(const float* state_gradient, float* cell_gradient, const float* gates,
                   const float* cell, const float* next_cell, float* gates_gradient, int64_t size);

/// One row of a step of a plain RNN: tanh(input + hidden), or relu.
void rnn_forward(const float* input, const float* hidden, float* next, int64_t size, bool relu);

/// Gradient of input + hidden.
void rnn_backward(const float* gradient, const float* next, float* gates_gradient, int64_t size,
                  bool relu);

/// x . y
float dot(const float* x, const float* y, int64_t size);

/// sum += factor * x
void add_scaled(const float* x, float factor, float* sum, int64_t size);

/// weights . tanh(query + key).
float additive_score(const float* query, const float* key, const float* weights, int64_t size);

/// Adds the gradients of the above, times `gradient`, to the last three.
void additive_score_backward(float gradient, const float* query, const float* key,
                             const float* weights, float* query_gradient, float* key_gradient,
                             float* weights_gradient, int64_t size);

/// A matrix whose rows lie `stride` numbers apart.
struct Rows {
  const float* data;
  int64_t stride;
};

/// c = a b of matrices so small that they stay in the nearest cache: a (rows, inner), b (inner,
/// columns), c (rows, columns).
void small_product(int64_t rows, int64_t inner, int64_t columns, Rows a, Rows b, float* c,
                   int64_t c_stride);

/// c = a' b, a (inner, rows).
void small_product_transposed(int64_t rows, int64_t inner, int64_t columns, Rows a, Rows b,
                              float* c, int64_t c_stride);

/// x (rows, columns) -> result (columns, width), whose further columns become 0.
void transpose(Rows x, int64_t rows, int64_t columns, float* result, int64_t width);

/// The scores of one head of a sentence: (queries, width), of which the first `keys` columns count,
/// or, if it is causal, in row i only the first i + 1.
struct HeadScores {
  int64_t queries, keys, width;
  bool causal;
  float scale;

  int64_t keys_of(int64_t query) const { return causal ? query + 1 : keys; }
};

/// scores -> softmax(scale * scores), 0 where none counts; `log_sums` (queries) receives
/// log(sum(e^(scale * score))).
void softmax_scores(const HeadScores& shape, float* scores, float* log_sums);

/// The same from log_sums.
void softmax_scores_again(const HeadScores& shape, const float* log_sums, float* scores);

/// Gradients of weights (queries, width) -> those of the scores, in place. `context` and its
/// gradient are (queries, value_width).
void softmax_scores_backward(const HeadScores& shape, const float* weights, Rows context,
                             Rows context_gradient, int64_t value_width, float* gradients);

}  // namespace regard::math
