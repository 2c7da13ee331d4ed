#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "math/attention.h"
#include "math/cell_rows.h"
#include "math/matrices.h"

/// Loops over rows of float32 numbers, written once and compiled for several instruction sets. They
/// use neither tensors nor threads: callers divide rows among threads. The result for a row depends
/// only on that row.
namespace regard::math {

/// Statistics of a row for softmax: its maximum, and the sum of e^(x - maximum).
struct Powers {
  float maximum;
  float sum;
};

struct RowSums {
  float log_sum_exp;  ///< log(sum(e^x))
  float sum;
};

/// The best logits of a row, updated chunk by chunk.
struct BestLogits {
  int64_t wanted;   ///< number of logits to keep
  int64_t found;    ///< number of logits so far
  float* logits;    ///< (wanted), best first
  int64_t* tokens;  ///< tokens of `logits`; ties go to the lower token
};

/// All loops for one instruction set. Pointers in a call must not overlap unless stated; `size` is
/// the length of a row.
struct Kernels {
  const char* name;   ///< name of the instruction set, as used in REGARD_ISA
  uint8_t zero_byte;  ///< zero in quantized rows: 128, or 0 if multiplied as signed bytes

  // Rows.

  /// x . y
  float (*dot)(const float* x, const float* y, int64_t size);
  /// sum += factor * x
  void (*add_scaled)(const float* x, float factor, float* sum, int64_t size);
  /// y = x * scale + z
  void (*scale_add)(const float* x, float scale, const float* z, int64_t size, float* y);
  /// y = tanh(x); y may be x.
  void (*tangent)(const float* x, int64_t size, float* y);
  /// x = (x + values * sigmoid(gates)) * scale: a gated linear unit with its residual, Gehring et
  /// al. (2017).
  void (*add_gated)(const float* values, const float* gates, float scale, int64_t size, float* x);
  /// y = (x - mean) / sqrt(variance + epsilon) * gain + shift; y may be x.
  void (*normalize)(const float* x, int64_t size, const float* gain, const float* shift,
                    float epsilon, float* y);
  /// output = input * scale if a hash of (seed, position) keeps the position, and 0 otherwise. A
  /// position is kept with probability 1 - threshold / 2^32.
  void (*dropout)(const float* input, float* output, int64_t size, uint64_t seed,
                  uint32_t threshold, float scale);

  // Logits.

  RowSums (*row_sums)(const float* x, int64_t size);
  /// x = e^(x - log_sum_exp) - elsewhere
  void (*softmax_difference)(float* x, int64_t size, float log_sum_exp, float elsewhere);
  /// Adds a chunk of logits for the tokens from `first`. Tokens in `never`, in ascending order,
  /// cannot be among the best, but count in the sum.
  Powers (*scan)(const float* logits, int64_t first, int64_t count, std::span<const int64_t> never,
                 BestLogits& best);

  // Steps of recurrent cells, one row each. Unless stated, `input` and `hidden` hold W_i x + b_i
  // and W_h h + b_h for all gates, one after the other; `gates` receives the gate values for the
  // backward pass, or is null. New states may overwrite the old ones.

  /// GRU with gates (reset, update, fresh): fresh = tanh(input + reset * hidden), Cho et al.
  /// (2014), with the reset after the product.
  void (*gru_forward)(const float* input, const float* hidden, const float* state, float* next,
                      float* gates, int64_t size);
  void (*gru_backward)(const float* gradient, const float* gates, const float* hidden,
                       const float* state, GruGradients gradients, int64_t size);

  /// GRU with the reset before the product, d2l 10.2, in two phases; `hidden` (2 * size) holds only
  /// reset and update. The first phase computes these two gates and reset_state = reset * state.
  void (*gru_before_gates)(const float* input, const float* hidden, const float* state,
                           float* gates, float* reset_state, int64_t size);
  /// The second phase takes candidate_product = W_h (reset * state) and computes the third gate,
  /// tanh(input + candidate_product), and the next state.
  void (*gru_before_next)(const float* input, const float* candidate_product, const float* state,
                          float* gates, float* next, int64_t size);
  /// Backward pass of the second phase. The last 2 * size numbers of `input_gradient` (3 * size)
  /// receive the gradients for the arguments of update and fresh; state_gradient receives the
  /// direct gradient of the state.
  void (*gru_before_backward_candidate)(const float* gradient, const float* gates,
                                        const float* state, float* input_gradient,
                                        float* state_gradient, int64_t size);
  /// Backward pass of the first phase, from the gradient of reset_state. The first `size` numbers
  /// of `input_gradient` receive the gradient for the argument of reset; adds to state_gradient.
  void (*gru_before_backward_gates)(const float* reset_state_gradient, const float* gates,
                                    const float* state, float* input_gradient,
                                    float* state_gradient, int64_t size);

  /// LSTM with gates (input, forget, cell, output), Hochreiter and Schmidhuber (1997), Gers et al.
  /// (2000).
  void (*lstm_forward)(const float* input, const float* hidden, const float* cell, LstmState next,
                       float* gates, int64_t size);
  /// Gradients for the arguments of the gates (4 * size). On entry cell_gradient is the gradient of
  /// the new cell state, and on return that of the old one.
  void (*lstm_backward)(const float* state_gradient, float* cell_gradient, LstmTape tape,
                        float* gates_gradient, int64_t size);

  /// Elman's cell: tanh(input + hidden), or ReLU.
  void (*rnn_forward)(const float* input, const float* hidden, float* next, int64_t size,
                      bool relu);
  /// The gradient for input + hidden.
  void (*rnn_backward)(const float* gradient, const float* next, float* gates_gradient,
                       int64_t size, bool relu);

  // Attention.

  /// weights . tanh(query + key), Bahdanau et al. (2015), A.1.2.
  float (*additive_score)(const float* query, const float* key, const float* weights, int64_t size);
  /// Adds the gradients of the score, times `gradient`, to `gradients`.
  void (*additive_score_backward)(float gradient, const float* query, const float* key,
                                  const float* weights, AdditiveGradients gradients, int64_t size);
  /// Computes the context (heads * value_width) of one query (heads * key_width) over `count`
  /// positions; `weights` (heads, count) receives the attention weights.
  void (*attend)(const float* query, const float* const* keys_values, int64_t count,
                 const AttentionHeads& heads, float* weights, float* context);
  /// scores = softmax(scale * scores), with 0 for scores that do not count; `log_sums` (queries)
  /// receives log(sum(e^(scale * score))).
  void (*softmax_scores)(const HeadScores& shape, float* scores, float* log_sums);
  /// Recomputes the result of softmax_scores from its `log_sums`.
  void (*softmax_scores_again)(const HeadScores& shape, const float* log_sums, float* scores);
  /// Converts gradients of the weights (queries, width) to gradients of the scores, in place.
  /// `context` and its gradient are (queries, value_width).
  void (*softmax_scores_backward)(const HeadScores& shape, const float* weights, Matrix context,
                                  Matrix context_gradient, int64_t value_width, float* gradients);

  // Products of matrices that fit into the L1 cache.

  /// c = a b; rows of c are `stride` apart.
  void (*small_product)(const ProductShape& shape, Matrix a, Matrix b, float* c, int64_t stride);
  /// c = a' b, with a (inner, rows).
  void (*small_product_transposed)(const ProductShape& shape, Matrix a, Matrix b, float* c,
                                   int64_t stride);
  /// Transposes x (rows, columns) to result (columns, width); further columns of the result become
  /// 0.
  void (*transpose)(Matrix x, int64_t rows, int64_t columns, float* result, int64_t width);

  /// c = a b, or c += a b, for matrices of any size; a (rows, inner) and b (inner, columns) may be
  /// stored transposed. Sums run over the inner index, kInnerOfBlock at a time. `scratch` has
  /// room for kScratchOfProduct numbers.
  void (*large_product)(const ProductShape& shape, const Strided& a, const Strided& b,
                        const ProductResult& c, float* scratch);

  // Products with packed matrices: `panels` * kPanel columns of y = x W', followed by an epilogue.

  void (*multiply)(FloatRows x, const FloatPanels& weights, int64_t panels,
                   const Epilogue& epilogue, float* y, int64_t y_stride);
  void (*multiply_bf16)(const Bf16Rows& x, const Bf16Panels& weights, int64_t panels,
                        const Epilogue& epilogue, float* y, int64_t y_stride);
  void (*multiply_int8)(const QuantizedRows& x, const Int8Panels& weights, int64_t panels,
                        const Epilogue& epilogue, float* y, int64_t y_stride);
  /// Rounds a row to bf16, ties to even, and pads it with zeros to `padded` numbers.
  void (*round_to_bf16)(const float* x, int64_t size, int64_t padded, uint16_t* y);
  /// Quantizes a row to bytes with a scale, and pads it to `padded` with zeros (zero_byte).
  void (*quantize)(const float* x, int64_t size, int64_t padded, uint8_t* bytes, float* scale);
};

/// All versions that this processor can run, best first; the last one is plain C++. The environment
/// variable REGARD_ISA names an instruction set and excludes the better ones. Throws Error if it
/// names an unknown set.
std::vector<const Kernels*> all_kernels();

/// The version in use: the first of all_kernels(), chosen by the first call.
const Kernels& kernels();

/// For tests: during its lifetime, kernels() returns the given version on all threads.
class UseKernels {
 public:
  explicit UseKernels(const Kernels& wanted);
  ~UseKernels();
  UseKernels(const UseKernels&) = delete;
  UseKernels& operator=(const UseKernels&) = delete;

 private:
  const Kernels* before_;
};

}  // namespace regard::math
