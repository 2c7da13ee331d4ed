#include "math/kernels.h"

#include <cmath>

// Each kernel is compiled for several instruction sets; the processor's best is
// taken when the program starts. They are named by levels: the name of a
// processor would mean that one and no other. g++ wants to be told that comparisons of
// floats need not trap before it turns clamping into vector instructions.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#pragma GCC optimize("O3", "no-trapping-math", "no-math-errno")
#define REGARD_KERNEL __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define REGARD_KERNEL
#endif
#define REGARD_RESTRICT __restrict__
#define REGARD_INLINE inline __attribute__((always_inline))

namespace regard::math {
namespace {

// Sums and maxima are kept in separate lanes: a compiler may not change the
// order of floating-point sums by itself.
constexpr int64_t kLanes = 16;

// e^x within 2 units in the last place, for x in [-87, 88]; clamped to its
// values there. NaN stays NaN. e^x = 2^n e^r with |r| <= ln(2) / 2, e^r by its
// Taylor polynomial.
REGARD_INLINE float exponential(float x) {
  constexpr float kRound = 12582912.0f;  // 1.5 * 2^23: adding it leaves an integer in the low bits
  x = x > 88.0f ? 88.0f : x;
  x = x < -87.0f ? -87.0f : x;
  const float shifted = x * 1.44269504f + kRound;
  const float n = shifted - kRound;
  const float r = (x - n * 0.693145752f) - n * 1.42860677e-6f;  // ln 2 in two parts
  float sum = 1.0f / 5040;
  sum = sum * r + 1.0f / 720;
  sum = sum * r + 1.0f / 120;
  sum = sum * r + 1.0f / 24;
  sum = sum * r + 1.0f / 6;
  sum = sum * r + 0.5f;
  sum = sum * r + 1.0f;
  sum = sum * r + 1.0f;
  const uint32_t power = (__builtin_bit_cast(uint32_t, shifted) << 23) + (127u << 23);
  return sum * __builtin_bit_cast(float, power);
}

REGARD_INLINE float sigmoid(float x) { return 1.0f / (1.0f + exponential(-x)); }

REGARD_INLINE float tangent(float x) { return 1.0f - 2.0f / (1.0f + exponential(2.0f * x)); }

// A 32-bit mixing function (xor-shift and multiply) of a counter, keyed by both
// halves of the seed.
REGARD_INLINE uint32_t mix(uint32_t counter, uint32_t low, uint32_t high) {
  uint32_t x = counter ^ low;
  x ^= x >> 16;
  x *= 0x7feb352du;
  x += high;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  x ^= x >> 16;
  return x;
}

REGARD_INLINE float product_of_vectors(const float* REGARD_RESTRICT x,
                                       const float* REGARD_RESTRICT y, int64_t size) {
  float sums[kLanes] = {};
  const int64_t whole = size - size % kLanes;
  for (int64_t i = 0; i < whole; i += kLanes) {
    for (int64_t lane = 0; lane < kLanes; ++lane) sums[lane] += x[i + lane] * y[i + lane];
  }
  for (int64_t i = whole; i < size; ++i) sums[0] += x[i] * y[i];
  float sum = 0.0f;
  for (int64_t lane = 0; lane < kLanes; ++lane) sum += sums[lane];
  return sum;
}

// Sixteen numbers that may stand anywhere.
using Lanes = float __attribute__((vector_size(kLanes * sizeof(float)), aligned(4), may_alias));

// kRows rows of a product, a(i, k) at a[i * a_row + k * a_inner].
template <int kRows>
REGARD_INLINE void product_of_rows(int64_t inner, int64_t columns, const float* a, int64_t a_row,
                                   int64_t a_inner, Rows b, float* c, int64_t c_stride) {
  int64_t column = 0;
  for (; column + kLanes <= columns; column += kLanes) {
    Lanes sums[kRows] = {};
    for (int64_t k = 0; k < inner; ++k) {
      const Lanes factor = *reinterpret_cast<const Lanes*>(b.data + k * b.stride + column);
      for (int row = 0; row < kRows; ++row) sums[row] += a[row * a_row + k * a_inner] * factor;
    }
    for (int row = 0; row < kRows; ++row)
      *reinterpret_cast<Lanes*>(c + row * c_stride + column) = sums[row];
  }
  for (; column < columns; ++column) {
    for (int row = 0; row < kRows; ++row) {
      float sum = 0.0f;
      for (int64_t k = 0; k < inner; ++k)
        sum += a[row * a_row + k * a_inner] * b.data[k * b.stride + column];
      c[row * c_stride + column] = sum;
    }
  }
}

REGARD_INLINE void product_of_small(int64_t rows, int64_t inner, int64_t columns, const float* a,
                                    int64_t a_row, int64_t a_inner, Rows b, float* c,
                                    int64_t c_stride) {
  int64_t row = 0;
  for (; row + 8 <= rows; row += 8)
    product_of_rows<8>(inner, columns, a + row * a_row, a_row, a_inner, b, c + row * c_stride,
                       c_stride);
  for (; row + 4 <= rows; row += 4)
    product_of_rows<4>(inner, columns, a + row * a_row, a_row, a_inner, b, c + row * c_stride,
                       c_stride);
  for (; row < rows; ++row)
    product_of_rows<1>(inner, columns, a + row * a_row, a_row, a_inner, b, c + row * c_stride,
                       c_stride);
}

}  // namespace

REGARD_KERNEL RowSums row_sums(const float* REGARD_RESTRICT x, int64_t size) {
  float most[kLanes], sums[kLanes], powers[kLanes];
  for (int64_t lane = 0; lane < kLanes; ++lane) {
    most[lane] = -INFINITY;
    sums[lane] = powers[lane] = 0.0f;
  }
  const int64_t whole = size - size % kLanes;
  for (int64_t i = 0; i < whole; i += kLanes) {
    for (int64_t lane = 0; lane < kLanes; ++lane) {
      const float value = x[i + lane];
      most[lane] = value > most[lane] ? value : most[lane];
      sums[lane] += value;
    }
  }
  for (int64_t i = whole; i < size; ++i) {
    most[0] = x[i] > most[0] ? x[i] : most[0];
    sums[0] += x[i];
  }
  float maximum = most[0];
  for (int64_t lane = 1; lane < kLanes; ++lane)
    maximum = most[lane] > maximum ? most[lane] : maximum;

  for (int64_t i = 0; i < whole; i += kLanes) {
    for (int64_t lane = 0; lane < kLanes; ++lane)
      powers[lane] += exponential(x[i + lane] - maximum);
  }
  for (int64_t i = whole; i < size; ++i) powers[0] += exponential(x[i] - maximum);
  float sum = 0.0f, power = 0.0f;
  for (int64_t lane = 0; lane < kLanes; ++lane) {
    sum += sums[lane];
    power += powers[lane];
  }
  return {maximum + std::log(power), sum};
}

REGARD_KERNEL void softmax_difference(float* REGARD_RESTRICT x, int64_t size, float log_sum_exp,
                                      float elsewhere) {
  for (int64_t i = 0; i < size; ++i) x[i] = exponential(x[i] - log_sum_exp) - elsewhere;
}

REGARD_KERNEL void dropout(const float* REGARD_RESTRICT input, float* REGARD_RESTRICT output,
                           int64_t size, uint64_t seed, uint32_t threshold, float scale) {
  const auto low = static_cast<uint32_t>(seed), high = static_cast<uint32_t>(seed >> 32);
  for (int64_t i = 0; i < size; ++i) {
    const float kept = mix(static_cast<uint32_t>(i), low, high) >= threshold ? scale : 0.0f;
    output[i] = input[i] * kept;
  }
}

REGARD_KERNEL void gru_forward(const float* REGARD_RESTRICT input,
                               const float* REGARD_RESTRICT hidden,
                               const float* REGARD_RESTRICT state, float* REGARD_RESTRICT next,
                               float* REGARD_RESTRICT gates, int64_t size) {
  for (int64_t i = 0; i < size; ++i) {
    const float reset = sigmoid(input[i] + hidden[i]);
    const float update = sigmoid(input[size + i] + hidden[size + i]);
    const float fresh = tangent(input[2 * size + i] + reset * hidden[2 * size + i]);
    next[i] = fresh + update * (state[i] - fresh);
    gates[i] = reset;
    gates[size + i] = update;
    gates[2 * size + i] = fresh;
  }
}

REGARD_KERNEL void gru_backward(const float* REGARD_RESTRICT gradient,
                                const float* REGARD_RESTRICT gates,
                                const float* REGARD_RESTRICT hidden,
                                const float* REGARD_RESTRICT state,
                                float* REGARD_RESTRICT input_gradient,
                                float* REGARD_RESTRICT hidden_gradient,
                                float* REGARD_RESTRICT state_gradient, int64_t size) {
  for (int64_t i = 0; i < size; ++i) {
    const float reset = gates[i], update = gates[size + i], fresh = gates[2 * size + i];
    const float of_fresh = gradient[i] * (1.0f - update) * (1.0f - fresh * fresh);
    const float of_update = gradient[i] * (state[i] - fresh) * update * (1.0f - update);
    const float of_reset = of_fresh * hidden[2 * size + i] * reset * (1.0f - reset);
    input_gradient[i] = hidden_gradient[i] = of_reset;
    input_gradient[size + i] = hidden_gradient[size + i] = of_update;
    input_gradient[2 * size + i] = of_fresh;
    hidden_gradient[2 * size + i] = of_fresh * reset;
    state_gradient[i] = gradient[i] * update;
  }
}

REGARD_KERNEL void lstm_forward(const float* REGARD_RESTRICT input,
                                const float* REGARD_RESTRICT hidden,
                                const float* REGARD_RESTRICT cell,
                                float* REGARD_RESTRICT next_state, float* REGARD_RESTRICT next_cell,
                                float* REGARD_RESTRICT gates, int64_t size) {
  for (int64_t i = 0; i < size; ++i) {
    const float in = sigmoid(input[i] + hidden[i]);
    const float forget = sigmoid(input[size + i] + hidden[size + i]);
    const float fresh = tangent(input[2 * size + i] + hidden[2 * size + i]);
    const float out = sigmoid(input[3 * size + i] + hidden[3 * size + i]);
    next_cell[i] = forget * cell[i] + in * fresh;
    next_state[i] = out * tangent(next_cell[i]);
    gates[i] = in;
    gates[size + i] = forget;
    gates[2 * size + i] = fresh;
    gates[3 * size + i] = out;
  }
}

REGARD_KERNEL void lstm_backward(const float* REGARD_RESTRICT state_gradient,
                                 float* REGARD_RESTRICT cell_gradient,
                                 const float* REGARD_RESTRICT gates,
                                 const float* REGARD_RESTRICT cell,
                                 const float* REGARD_RESTRICT next_cell,
                                 float* REGARD_RESTRICT gates_gradient, int64_t size) {
  for (int64_t i = 0; i < size; ++i) {
    const float in = gates[i], forget = gates[size + i], fresh = gates[2 * size + i],
                out = gates[3 * size + i];
    const float squashed = tangent(next_cell[i]);
    const float of_cell = cell_gradient[i] + state_gradient[i] * out * (1.0f - squashed * squashed);
    gates_gradient[i] = of_cell * fresh * in * (1.0f - in);
    gates_gradient[size + i] = of_cell * cell[i] * forget * (1.0f - forget);
    gates_gradient[2 * size + i] = of_cell * in * (1.0f - fresh * fresh);
    gates_gradient[3 * size + i] = state_gradient[i] * squashed * out * (1.0f - out);
    cell_gradient[i] = of_cell * forget;
  }
}

REGARD_KERNEL void rnn_forward(const float* REGARD_RESTRICT input,
                               const float* REGARD_RESTRICT hidden, float* REGARD_RESTRICT next,
                               int64_t size, bool relu) {
  if (relu) {
    for (int64_t i = 0; i < size; ++i) {
      const float sum = input[i] + hidden[i];
      next[i] = sum > 0.0f ? sum : 0.0f;
    }
  } else {
    for (int64_t i = 0; i < size; ++i) next[i] = tangent(input[i] + hidden[i]);
  }
}

REGARD_KERNEL void rnn_backward(const float* REGARD_RESTRICT gradient,
                                const float* REGARD_RESTRICT next,
                                float* REGARD_RESTRICT gates_gradient, int64_t size, bool relu) {
  if (relu) {
    for (int64_t i = 0; i < size; ++i) gates_gradient[i] = next[i] > 0.0f ? gradient[i] : 0.0f;
  } else {
    for (int64_t i = 0; i < size; ++i) gates_gradient[i] = gradient[i] * (1.0f - next[i] * next[i]);
  }
}

REGARD_KERNEL float dot(const float* REGARD_RESTRICT x, const float* REGARD_RESTRICT y,
                        int64_t size) {
  return product_of_vectors(x, y, size);
}

REGARD_KERNEL void add_scaled(const float* REGARD_RESTRICT x, float factor,
                              float* REGARD_RESTRICT sum, int64_t size) {
  for (int64_t i = 0; i < size; ++i) sum[i] += factor * x[i];
}

REGARD_KERNEL float additive_score(const float* REGARD_RESTRICT query,
                                   const float* REGARD_RESTRICT key,
                                   const float* REGARD_RESTRICT weights, int64_t size) {
  float sums[kLanes] = {};
  const int64_t whole = size - size % kLanes;
  for (int64_t i = 0; i < whole; i += kLanes) {
    for (int64_t lane = 0; lane < kLanes; ++lane) {
      sums[lane] += weights[i + lane] * tangent(query[i + lane] + key[i + lane]);
    }
  }
  for (int64_t i = whole; i < size; ++i) sums[0] += weights[i] * tangent(query[i] + key[i]);
  float score = 0.0f;
  for (int64_t lane = 0; lane < kLanes; ++lane) score += sums[lane];
  return score;
}

REGARD_KERNEL void additive_score_backward(float gradient, const float* REGARD_RESTRICT query,
                                           const float* REGARD_RESTRICT key,
                                           const float* REGARD_RESTRICT weights,
                                           float* REGARD_RESTRICT query_gradient,
                                           float* REGARD_RESTRICT key_gradient,
                                           float* REGARD_RESTRICT weights_gradient, int64_t size) {
  for (int64_t i = 0; i < size; ++i) {
    const float feature = tangent(query[i] + key[i]);
    const float of_sum = gradient * weights[i] * (1.0f - feature * feature);
    weights_gradient[i] += gradient * feature;
    query_gradient[i] += of_sum;
    key_gradient[i] += of_sum;
  }
}

REGARD_KERNEL void small_product(int64_t rows, int64_t inner, int64_t columns, Rows a, Rows b,
                                 float* REGARD_RESTRICT c, int64_t c_stride) {
  product_of_small(rows, inner, columns, a.data, a.stride, 1, b, c, c_stride);
}

REGARD_KERNEL void small_product_transposed(int64_t rows, int64_t inner, int64_t columns, Rows a,
                                            Rows b, float* REGARD_RESTRICT c, int64_t c_stride) {
  product_of_small(rows, inner, columns, a.data, 1, a.stride, b, c, c_stride);
}

REGARD_KERNEL void transpose(Rows x, int64_t rows, int64_t columns, float* REGARD_RESTRICT result,
                             int64_t width) {
  for (int64_t column = 0; column < columns; ++column) {
    float* to = result + column * width;
    for (int64_t row = 0; row < rows; ++row) to[row] = x.data[row * x.stride + column];
    for (int64_t row = rows; row < width; ++row) to[row] = 0.0f;
  }
}

REGARD_KERNEL void softmax_scores(const HeadScores& shape, float* REGARD_RESTRICT scores,
                                  float* REGARD_RESTRICT log_sums) {
  for (int64_t query = 0; query < shape.queries; ++query) {
    float* row = scores + query * shape.width;
    const int64_t keys = shape.keys_of(query);
    float most = -INFINITY;
    for (int64_t key = 0; key < keys; ++key) most = row[key] > most ? row[key] : most;
    for (int64_t key = 0; key < keys; ++key)
      row[key] = exponential(shape.scale * (row[key] - most));
    float sum = 0.0f;
    for (int64_t key = 0; key < keys; ++key) sum += row[key];
    for (int64_t key = 0; key < keys; ++key) row[key] /= sum;
    for (int64_t key = keys; key < shape.width; ++key) row[key] = 0.0f;
    log_sums[query] = shape.scale * most + std::log(sum);
  }
}

REGARD_KERNEL void softmax_scores_again(const HeadScores& shape,
                                        const float* REGARD_RESTRICT log_sums,
                                        float* REGARD_RESTRICT scores) {
  for (int64_t query = 0; query < shape.queries; ++query) {
    float* row = scores + query * shape.width;
    const int64_t keys = shape.keys_of(query);
    for (int64_t key = 0; key < keys; ++key)
      row[key] = exponential(shape.scale * row[key] - log_sums[query]);
    for (int64_t key = keys; key < shape.width; ++key) row[key] = 0.0f;
  }
}

REGARD_KERNEL void softmax_scores_backward(const HeadScores& shape,
                                           const float* REGARD_RESTRICT weights, Rows context,
                                           Rows context_gradient, int64_t value_width,
                                           float* REGARD_RESTRICT gradients) {
  for (int64_t query = 0; query < shape.queries; ++query) {
    const float mean = product_of_vectors(context_gradient.data + query * context_gradient.stride,
                                          context.data + query * context.stride, value_width);
    float* gradient = gradients + query * shape.width;
    const float* weight = weights + query * shape.width;
    for (int64_t key = 0; key < shape.width; ++key)
      gradient[key] = shape.scale * weight[key] * (gradient[key] - mean);
  }
}

}  // namespace regard::math
