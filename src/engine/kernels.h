#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// The loops of the inference engine over plain rows of floats, written once and compiled for
/// several instruction sets. What a row gives depends on the row alone: sums are taken in an order
/// that does not know how many rows there are.
namespace regard::engine {

/// Columns of a panel: the part of a packed matrix that a tile of rows is multiplied with. Rows
/// that receive products have room for whole panels.
inline constexpr int64_t kPanel = 32;

enum class Activation { none, relu, gelu, silu };

/// What is done to a product on its way to memory: + bias, activation, + residual.
struct Epilogue {
  const float* bias = nullptr;  ///< of every column, whole panels; or none
  Activation activation = Activation::none;
  const float* residual = nullptr;  ///< rows `stride` apart like those of the result, or none
};

/// Rows `stride` numbers apart.
template <class Number>
struct Rows {
  Number* data;
  int64_t stride;
  int64_t count;
};

/// Panels of float32 weights: panel p holds, for each of `depth` inputs, kPanel weights.
struct FloatPanels {
  const float* data;
  int64_t depth;
};

/// Panels of bf16 weights: panel p holds, for each pair of inputs, 2 weights of each of its kPanel
/// columns. The last pair may be filled up with a zero.
struct Bf16Panels {
  const uint16_t* data;
  int64_t pairs;
};

/// Rows of bf16, 2 * pairs numbers apart.
struct Bf16Rows {
  const uint16_t* data;
  int64_t count;
};

/// Panels of int8 weights: panel p holds, for each group of 4 inputs, 4 weights of each of its
/// kPanel columns. The last group is filled up with zeros.
struct Int8Panels {
  const int8_t* data;
  int64_t groups;
  const float* scales;          ///< what a column's weights are multiplied with
  const int32_t* compensation;  ///< of a column: -128 * the sum of its weights
};

/// Rows of floats as unsigned bytes: x = (byte - 128) * scale.
struct QuantizedRows {
  const uint8_t* data;  ///< 4 * groups bytes apart
  const float* scales;  ///< of each row
  int64_t count;
};

/// The keys and values that one row attends to; those of a position stand one behind the other. The
/// score of a key is scale * query . key, or additive . tanh(query + key).
struct AttentionHeads {
  int64_t heads;
  int64_t key_width;    ///< of a head
  int64_t value_width;  ///< of a head
  float scale = 1.0F;
  const float* additive = nullptr;  ///< (heads, key_width); none: the score is a product

  int64_t keys() const { return heads * key_width; }
  int64_t values() const { return heads * value_width; }
};

/// The best logits of a row, kept as chunks of the row go by.
struct BestLogits {
  int64_t wanted;   ///< how many to keep
  int64_t found;    ///< how many there are
  float* logits;    ///< (wanted), best first
  int64_t* tokens;  ///< theirs; of equal logits, the lower token comes first
};

/// What log-softmax needs to know of a chunk of logits.
struct ChunkSum {
  float maximum;
  float sum;  ///< of exp(logit - maximum)
};

struct Kernels {
  const char* name;

  /// y = x W' with an epilogue, `panels` * kPanel columns of it.
  void (*multiply)(Rows<const float> x, const FloatPanels& weights, int64_t panels,
                   const Epilogue& epilogue, float* y, int64_t y_stride);
  void (*multiply_bf16)(const Bf16Rows& x, const Bf16Panels& weights, int64_t panels,
                        const Epilogue& epilogue, float* y, int64_t y_stride);
  void (*multiply_int8)(const QuantizedRows& x, const Int8Panels& weights, int64_t panels,
                        const Epilogue& epilogue, float* y, int64_t y_stride);
  /// Numbers of a row as the nearest bf16, of two the even one, filled up to `padded` with zeros.
  void (*round_to_bf16)(const float* x, int64_t size, int64_t padded, uint16_t* y);
  /// Bytes of a row, filled up to `padded` with zeros, and their scale.
  void (*quantize)(const float* x, int64_t size, int64_t padded, uint8_t* bytes, float* scale);

  /// y = (x - mean) / sqrt(variance + epsilon) * gain + shift; y may be x.
  void (*normalize)(const float* x, int64_t size, const float* gain, const float* shift,
                    float epsilon, float* y);
  /// y = x * scale + z
  void (*scale_add)(const float* x, float scale, const float* z, int64_t size, float* y);

  /// context (heads * value_width) of one query (heads * key_width) over `count` positions;
  /// `weights` (heads, count) are what each head attends to.
  void (*attend)(const float* query, const float* const* keys_values, int64_t count,
                 const AttentionHeads& heads, float* weights, float* context);

  /// A step of a recurrent layer, given W_ih x + b_ih and W_hh h + b_hh, with the gates as
  /// nn::Recurrent has them. `next` may be the state.
  void (*gru)(const float* input, const float* hidden, const float* state, int64_t size,
              float* next);
  void (*lstm)(const float* input, const float* hidden, const float* cell, int64_t size,
               float* next, float* next_cell);
  /// y = tanh(x + z)
  void (*add_tangent)(const float* x, const float* z, int64_t size, float* y);

  /// Takes in a chunk of logits, of the tokens from `first` on. Those of `never` are not among the
  /// best, but count in the sum.
  ChunkSum (*scan)(const float* logits, int64_t first, int64_t count,
                   std::span<const int64_t> never, BestLogits& best);

  /// y = e^x
  void (*exponential)(const float* x, int64_t size, float* y);
};

/// Those of the best instruction set that this processor has.
const Kernels& kernels();

/// All that this processor can run, the best first; the last is plain C++.
std::vector<const Kernels*> all_kernels();

}  // namespace regard::engine
