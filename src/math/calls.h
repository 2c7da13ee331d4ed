#pragma once
#include "math/kernels.h"

/// The kernels in use by their names alone.
namespace regard::math {

using Rows = Matrix;

inline RowSums row_sums(const float* x, int64_t size) { return kernels().row_sums(x, size); }
inline void softmax_difference(float* x, int64_t size, float log_sum_exp, float elsewhere) {
  kernels().softmax_difference(x, size, log_sum_exp, elsewhere);
}
inline void dropout(const float* input, float* output, int64_t size, uint64_t seed,
                    uint32_t threshold, float scale) {
  kernels().dropout(input, output, size, seed, threshold, scale);
}
inline void gru_forward(const float* input, const float* hidden, const float* state, float* next,
                        float* gates, int64_t size) {
  kernels().gru_forward(input, hidden, state, next, gates, size);
}
inline void gru_backward(const float* gradient, const float* gates, const float* hidden,
                         const float* state, float* input_gradient, float* hidden_gradient,
                         float* state_gradient, int64_t size) {
  kernels().gru_backward(gradient, gates, hidden, state,
                         {input_gradient, hidden_gradient, state_gradient}, size);
}
inline void lstm_forward(const float* input, const float* hidden, const float* cell,
                         float* next_state, float* next_cell, float* gates, int64_t size) {
  kernels().lstm_forward(input, hidden, cell, {next_state, next_cell}, gates, size);
}
inline void lstm_backward(const float* state_gradient, float* cell_gradient, const float* gates,
                          const float* cell, const float* next_cell, float* gates_gradient,
                          int64_t size) {
  kernels().lstm_backward(state_gradient, cell_gradient, {gates, cell, next_cell}, gates_gradient,
                          size);
}
inline void rnn_forward(const float* input, const float* hidden, float* next, int64_t size,
                        bool relu) {
  kernels().rnn_forward(input, hidden, next, size, relu);
}
inline void rnn_backward(const float* gradient, const float* next, float* gates_gradient,
                         int64_t size, bool relu) {
  kernels().rnn_backward(gradient, next, gates_gradient, size, relu);
}
inline float dot(const float* x, const float* y, int64_t size) { return kernels().dot(x, y, size); }
inline void add_scaled(const float* x, float factor, float* sum, int64_t size) {
  kernels().add_scaled(x, factor, sum, size);
}
inline float additive_score(const float* query, const float* key, const float* weights,
                            int64_t size) {
  return kernels().additive_score(query, key, weights, size);
}
inline void additive_score_backward(float gradient, const float* query, const float* key,
                                    const float* weights, float* query_gradient,
                                    float* key_gradient, float* weights_gradient, int64_t size) {
  kernels().additive_score_backward(gradient, query, key, weights,
                                    {query_gradient, key_gradient, weights_gradient}, size);
}
inline void small_product(int64_t rows, int64_t inner, int64_t columns, Matrix a, Matrix b,
                          float* c, int64_t c_stride) {
  kernels().small_product({rows, inner, columns}, a, b, c, c_stride);
}
inline void small_product_transposed(int64_t rows, int64_t inner, int64_t columns, Matrix a,
                                     Matrix b, float* c, int64_t c_stride) {
  kernels().small_product_transposed({rows, inner, columns}, a, b, c, c_stride);
}
inline void transpose(Matrix x, int64_t rows, int64_t columns, float* result, int64_t width) {
  kernels().transpose(x, rows, columns, result, width);
}
inline void softmax_scores(const HeadScores& shape, float* scores, float* log_sums) {
  kernels().softmax_scores(shape, scores, log_sums);
}
inline void softmax_scores_again(const HeadScores& shape, const float* log_sums, float* scores) {
  kernels().softmax_scores_again(shape, log_sums, scores);
}
inline void softmax_scores_backward(const HeadScores& shape, const float* weights, Matrix context,
                                    Matrix context_gradient, int64_t value_width,
                                    float* gradients) {
  kernels().softmax_scores_backward(shape, weights, context, context_gradient, value_width,
                                    gradients);
}

}  // namespace regard::math
