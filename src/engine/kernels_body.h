// The kernels, in terms of `Lanes`, a vector of kLanes floats. Included once by each of the sources
// kernels_*.cpp, inside a namespace of its own, where these are defined:
//   kLanes, Lanes, Ints       vectors of floats and of 32-bit integers
//   kMostRows                 rows of the largest tile of a product
//   load(x), store(x, lanes), all(x)
//   fused(a, b, c)            a * b + c
//   sum(a), largest(a)        over the lanes
//   load_some(x, count, elsewhere), store_some(x, lanes, count), first_lanes(lanes, count)
//                             the first `count` lanes, which may be all; `elsewhere`, 0 by default
//                             and in first_lanes, in the others
//   add_pairs(sums, x, weights)  sums + the products of 2 bf16 with 2 weights each (bf16_pairs.h)
//   add_products(sums, bytes, weights)  sums + the products of 4 unsigned bytes with 4 weights each

constexpr int64_t kVectors = kPanel / kLanes;
constexpr float kLowest = -3.4e38F;

INLINE Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }

// e^x within 2 units in the last place, for x in [-87, 88]; its values there beyond. NaN stays NaN.
// e^x = 2^n e^r with |r| <= ln(2) / 2, e^r by its Taylor polynomial.
INLINE Lanes exponential(Lanes x) {
  constexpr float kRound = 12582912.0F;  // 1.5 * 2^23: adding it leaves an integer in the low bits
  x = x > 88.0F ? all(88.0F) : x;
  x = x < -87.0F ? all(-87.0F) : x;
  const Lanes shifted = fused(x, all(1.44269504F), all(kRound));
  const Lanes n = shifted - kRound;
  Lanes r = fused(n, all(-0.693145752F), x);  // ln 2 in two parts
  r = fused(n, all(-1.42860677e-6F), r);
  Lanes sum = all(1.0F / 5040);
  for (const float coefficient : {1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F, 1.0F}) {
    sum = fused(sum, r, all(coefficient));
  }
  const Ints power = ((Ints)shifted << 23) + (127 << 23);
  return sum * (Lanes)power;
}

INLINE Lanes sigmoid(Lanes x) { return 1.0F / (1.0F + exponential(-x)); }

INLINE Lanes tangent(Lanes x) { return 1.0F - 2.0F / (1.0F + exponential(x + x)); }

// The integral of the normal density within 1.5e-7: Abramowitz and Stegun, 7.1.26.
INLINE Lanes gelu(Lanes x) {
  const Lanes z = (x < 0.0F ? -x : x) * 0.707106781F;
  const Lanes t = 1.0F / fused(z, all(0.3275911F), all(1.0F));
  Lanes sum = all(1.061405429F);
  for (const float coefficient : {-1.453152027F, 1.421413741F, -0.284496736F, 0.254829592F}) {
    sum = fused(sum, t, all(coefficient));
  }
  const Lanes tail = 0.5F * sum * t * exponential(-z * z);
  return x * (x < 0.0F ? tail : 1.0F - tail);
}

INLINE Lanes activated(Lanes x, Activation activation) {
  switch (activation) {
    case Activation::none:
      return x;
    case Activation::relu:
      return x < 0.0F ? Lanes{} : x;
    case Activation::gelu:
      return gelu(x);
    case Activation::silu:
      return x * sigmoid(x);
  }
  return x;
}

/// Writes a vector of a tile.
INLINE void finish(Lanes product, const Epilogue& epilogue, int64_t column, int64_t offset,
                   float* y) {
  if (epilogue.bias != nullptr) product += load(epilogue.bias + column);
  product = activated(product, epilogue.activation);
  if (epilogue.residual != nullptr) product += load(epilogue.residual + offset);
  store(y + offset, product);
}

/// Asks for weights that are needed soon: a processor's own guesses begin anew with every page, and
/// a product of few rows waits for memory most of the time. 16 KiB ahead is best on Zen 5, of 2 to
/// 32; half as much again with 16 rows, 1.15 times with 80. It does no harm behind the end.
INLINE void fetch_ahead(const void* weights) {
  constexpr int64_t kAhead = 16384, kLine = 64, kStep = kPanel * 4;
  UNROLL for (int64_t line = 0; line < kStep; line += kLine) {
    __builtin_prefetch(static_cast<const char*>(weights) + kAhead + line);
  }
}

INLINE Ints load_ints(const void* from) {
  Ints ints;
  __builtin_memcpy(&ints, from, sizeof(ints));
  return ints;
}

/// The same four bytes in every place.
INLINE Ints all_four_bytes(const void* from) {
  int32_t bytes;
  __builtin_memcpy(&bytes, from, sizeof(bytes));
  return Ints{} + bytes;
}

template <int kRows>
INLINE void finish_tile(const Lanes (&sums)[kRows][kVectors], const Epilogue& epilogue,
                        int64_t column, int64_t first_offset, float* y, int64_t y_stride) {
  for (int r = 0; r < kRows; ++r) {
    UNROLL for (int64_t v = 0; v < kVectors; ++v) {
      finish(sums[r][v], epilogue, column + v * kLanes, first_offset + r * y_stride + v * kLanes,
             y);
    }
  }
}

template <int kRows>
struct FloatTile {
  static void run(const float* x, int64_t x_stride, const float* panel, int64_t depth,
                  const Epilogue& epilogue, int64_t column, int64_t first_offset, float* y,
                  int64_t y_stride) {
    Lanes sums[kRows][kVectors] = {};
    for (int64_t k = 0; k < depth; ++k, panel += kPanel) {
      fetch_ahead(panel);
      Lanes weights[kVectors];
      UNROLL for (int64_t v = 0; v < kVectors; ++v) weights[v] = load(panel + v * kLanes);
      UNROLL for (int r = 0; r < kRows; ++r) {
        const Lanes input = all(x[r * x_stride + k]);
        UNROLL for (int64_t v = 0; v < kVectors; ++v) {
          sums[r][v] = fused(input, weights[v], sums[r][v]);
        }
      }
    }
    finish_tile(sums, epilogue, column, first_offset, y, y_stride);
  }
};

template <int kRows>
struct Bf16Tile {
  static void run(const uint16_t* x, const uint16_t* panel, int64_t pairs, const Epilogue& epilogue,
                  int64_t column, int64_t first_offset, float* y, int64_t y_stride) {
    Lanes sums[kRows][kVectors] = {};
    for (int64_t pair = 0; pair < pairs; ++pair, panel += 2 * kPanel) {
      fetch_ahead(panel);
      Ints weights[kVectors];
      UNROLL for (int64_t v = 0; v < kVectors; ++v) weights[v] = load_ints(panel + 2 * v * kLanes);
      UNROLL for (int r = 0; r < kRows; ++r) {
        const Ints input = all_four_bytes(x + 2 * (r * pairs + pair));
        UNROLL for (int64_t v = 0; v < kVectors; ++v) {
          sums[r][v] = add_pairs(sums[r][v], input, weights[v]);
        }
      }
    }
    finish_tile(sums, epilogue, column, first_offset, y, y_stride);
  }
};

template <int kRows>
struct Int8Tile {
  static void run(const uint8_t* x, const float* x_scales, const int8_t* panel,
                  const Int8Panels& weights, const Epilogue& epilogue, int64_t column,
                  int64_t first_offset, float* y, int64_t y_stride) {
    Ints sums[kRows][kVectors];
    for (int r = 0; r < kRows; ++r) {
      UNROLL for (int64_t v = 0; v < kVectors; ++v) {
        sums[r][v] = load_ints(weights.compensation + column + v * kLanes);
      }
    }
    const int64_t x_stride = 4 * weights.groups;
    for (int64_t group = 0; group < weights.groups; ++group, panel += 4 * kPanel) {
      fetch_ahead(panel);
      Ints group_weights[kVectors];
      UNROLL for (int64_t v = 0; v < kVectors; ++v) {
        group_weights[v] = load_ints(panel + 4 * v * kLanes);
      }
      UNROLL for (int r = 0; r < kRows; ++r) {
        const Ints input = all_four_bytes(x + r * x_stride + 4 * group);
        UNROLL for (int64_t v = 0; v < kVectors; ++v) {
          sums[r][v] = add_products(sums[r][v], input, group_weights[v]);
        }
      }
    }
    for (int r = 0; r < kRows; ++r) {
      UNROLL for (int64_t v = 0; v < kVectors; ++v) {
        const Lanes scale = load(weights.scales + column + v * kLanes) * x_scales[r];
        finish(__builtin_convertvector(sums[r][v], Lanes) * scale, epilogue, column + v * kLanes,
               first_offset + r * y_stride + v * kLanes, y);
      }
    }
  }
};

/// Tile<rows>::run(arguments...), of at most kRows rows.
template <template <int> class Tile, int kRows, class... Arguments>
INLINE void run_tile(int64_t rows, Arguments... arguments) {
  if constexpr (kRows > 1) {
    if (rows < kRows) return run_tile<Tile, kRows - 1>(rows, arguments...);
  }
  Tile<kRows>::run(arguments...);
}

/// Rows in tiles of nearly the same height: `each(first_row, rows)`.
template <class Each>
INLINE void in_tiles(int64_t rows, const Each& each) {
  const int64_t tiles = (rows + kMostRows - 1) / kMostRows;
  for (int64_t tile = 0; tile < tiles; ++tile) {
    const int64_t begin = rows * tile / tiles;
    each(begin, rows * (tile + 1) / tiles - begin);
  }
}

void multiply(Rows<const float> x, const FloatPanels& weights, int64_t panels,
              const Epilogue& epilogue, float* y, int64_t y_stride) {
  for (int64_t panel = 0; panel < panels; ++panel) {
    const float* data = weights.data + panel * weights.depth * kPanel;
    in_tiles(x.count, [&](int64_t row, int64_t rows) {
      run_tile<FloatTile, kMostRows>(rows, x.data + row * x.stride, x.stride, data, weights.depth,
                                     epilogue, panel * kPanel, row * y_stride + panel * kPanel, y,
                                     y_stride);
    });
  }
}

void multiply_bf16(const Bf16Rows& x, const Bf16Panels& weights, int64_t panels,
                   const Epilogue& epilogue, float* y, int64_t y_stride) {
  for (int64_t panel = 0; panel < panels; ++panel) {
    const uint16_t* data = weights.data + panel * weights.pairs * 2 * kPanel;
    in_tiles(x.count, [&](int64_t row, int64_t rows) {
      run_tile<Bf16Tile, kMostRows>(rows, x.data + row * 2 * weights.pairs, data, weights.pairs,
                                    epilogue, panel * kPanel, row * y_stride + panel * kPanel, y,
                                    y_stride);
    });
  }
}

void multiply_int8(const QuantizedRows& x, const Int8Panels& weights, int64_t panels,
                   const Epilogue& epilogue, float* y, int64_t y_stride) {
  for (int64_t panel = 0; panel < panels; ++panel) {
    const int8_t* data = weights.data + panel * weights.groups * 4 * kPanel;
    in_tiles(x.count, [&](int64_t row, int64_t rows) {
      run_tile<Int8Tile, kMostRows>(rows, x.data + row * 4 * weights.groups, x.scales + row, data,
                                    weights, epilogue, panel * kPanel,
                                    row * y_stride + panel * kPanel, y, y_stride);
    });
  }
}

// Adds half of the last place that is kept, a bit less where that is even. NaN stays NaN.
void round_to_bf16(const float* x, int64_t size, int64_t padded, uint16_t* y) {
  for (int64_t i = 0; i < size; ++i) {
    uint32_t bits;
    __builtin_memcpy(&bits, x + i, sizeof(bits));
    const bool is_nan = (bits & 0x7FFFFFFFU) > 0x7F800000U;
    const uint32_t rounded = bits + 0x7FFFU + ((bits >> 16U) & 1U);
    y[i] = static_cast<uint16_t>((is_nan ? bits | 0x400000U : rounded) >> 16U);
  }
  for (int64_t i = size; i < padded; ++i) y[i] = 0;
}

void quantize(const float* x, int64_t size, int64_t padded, uint8_t* bytes, float* scale) {
  const int64_t whole = size / kLanes * kLanes;
  Lanes most = {};
  for (int64_t i = 0; i < whole; i += kLanes) {
    const Lanes lanes = load(x + i);
    most = larger(most, larger(lanes, -lanes));
  }
  if (whole < size) {
    const Lanes lanes = load_some(x + whole, size - whole);
    most = larger(most, larger(lanes, -lanes));
  }
  const float maximum = largest(most);
  *scale = maximum / 127.0F;
  const float factor = maximum > 0.0F ? 127.0F / maximum : 0.0F;
  constexpr float kRound = 12582912.0F;  // see `exponential`
  const auto byte = [&](Lanes lanes) {
    return ((Ints)fused(lanes, all(factor), all(kRound + 128.0F))) & 255;
  };
  for (int64_t i = 0; i < whole; i += kLanes) {
    const auto narrow = __builtin_convertvector(byte(load(x + i)), Bytes);
    __builtin_memcpy(bytes + i, &narrow, sizeof(narrow));
  }
  if (whole < size) {
    const auto narrow = __builtin_convertvector(byte(load_some(x + whole, size - whole)), Bytes);
    __builtin_memcpy(bytes + whole, &narrow, static_cast<size_t>(size - whole));
  }
  for (int64_t i = size; i < padded; ++i) bytes[i] = 128;
}

void normalize(const float* x, int64_t size, const float* gain, const float* shift, float epsilon,
               float* y) {
  const int64_t whole = size / kLanes * kLanes, rest = size - whole;
  const auto count = static_cast<float>(size);
  Lanes sums = {};
  for (int64_t i = 0; i < whole; i += kLanes) sums += load(x + i);
  if (rest > 0) sums += load_some(x + whole, rest);
  const float mean = sum(sums) / count;
  Lanes squares = {};
  for (int64_t i = 0; i < whole; i += kLanes) {
    const Lanes difference = load(x + i) - mean;
    squares = fused(difference, difference, squares);
  }
  if (rest > 0) {
    const Lanes difference = load_some(x + whole, rest, mean) - mean;
    squares = fused(difference, difference, squares);
  }
  const float factor = 1.0F / __builtin_sqrtf(sum(squares) / count + epsilon);
  for (int64_t i = 0; i < whole; i += kLanes) {
    store(y + i, fused((load(x + i) - mean) * factor, load(gain + i), load(shift + i)));
  }
  if (rest > 0) {
    const Lanes scaled = (load_some(x + whole, rest) - mean) * factor;
    store_some(y + whole,
               fused(scaled, load_some(gain + whole, rest), load_some(shift + whole, rest)), rest);
  }
}

/// Calls each(offset, lanes): what `each` reads and writes by load_some and store_some.
template <class Each>
INLINE void in_lanes(int64_t size, const Each& each) {
  for (int64_t i = 0; i < size; i += kLanes) each(i, size - i < kLanes ? size - i : kLanes);
}

void scale_add(const float* x, float scale, const float* z, int64_t size, float* y) {
  in_lanes(size, [&](int64_t i, int64_t count) {
    store_some(y + i, fused(load_some(x + i, count), all(scale), load_some(z + i, count)), count);
  });
}

INLINE float dot(const float* x, const float* y, int64_t size) {
  Lanes sums = {};
  int64_t i = 0;
  for (; i + kLanes <= size; i += kLanes) sums = fused(load(x + i), load(y + i), sums);
  if (i < size) sums = fused(load_some(x + i, size - i), load_some(y + i, size - i), sums);
  return sum(sums);
}

/// Scores become weights that sum to 1.
INLINE void softmax(float* scores, int64_t count) {
  const auto here = [&](int64_t i) { return count - i < kLanes ? count - i : kLanes; };
  Lanes most = all(kLowest);
  for (int64_t i = 0; i < count; i += kLanes) {
    most = larger(load_some(scores + i, here(i), kLowest), most);
  }
  const float maximum = largest(most);
  Lanes sums = {};
  for (int64_t i = 0; i < count; i += kLanes) {
    const Lanes weights = exponential(load_some(scores + i, here(i), maximum) - maximum);
    store_some(scores + i, weights, here(i));
    sums += first_lanes(weights, here(i));
  }
  const float factor = 1.0F / sum(sums);
  for (int64_t i = 0; i < count; ++i) scores[i] *= factor;
}

/// sum = weights[0] * rows[0] + weights[1] * rows[1] + ..., of `size` numbers from `offset` on.
INLINE void weighted_sum(const float* weights, const float* const* rows, int64_t count,
                         int64_t offset, int64_t size, float* sum) {
  int64_t i = 0;
  for (; i + kLanes <= size; i += kLanes) {
    Lanes sums = {};
    for (int64_t row = 0; row < count; ++row) {
      sums = fused(load(rows[row] + offset + i), all(weights[row]), sums);
    }
    store(sum + i, sums);
  }
  if (i == size) return;
  Lanes sums = {};
  for (int64_t row = 0; row < count; ++row) {
    sums = fused(load_some(rows[row] + offset + i, size - i), all(weights[row]), sums);
  }
  store_some(sum + i, sums, size - i);
}

INLINE float additive_score(const float* query, const float* key, const float* weights,
                            int64_t size) {
  Lanes sums = {};
  int64_t i = 0;
  for (; i + kLanes <= size; i += kLanes) {
    sums = fused(tangent(load(query + i) + load(key + i)), load(weights + i), sums);
  }
  if (i < size) {
    const int64_t rest = size - i;
    sums = fused(tangent(load_some(query + i, rest) + load_some(key + i, rest)),
                 load_some(weights + i, rest), sums);
  }
  return sum(sums);
}

void attend(const float* query, const float* const* keys_values, int64_t count,
            const AttentionHeads& heads, float* weights, float* context) {
  for (int64_t head = 0; head < heads.heads; ++head) {
    const int64_t key = head * heads.key_width, value = head * heads.value_width;
    float* scores = weights + head * count;
    for (int64_t position = 0; position < count; ++position) {
      const float* its_key = keys_values[position] + key;
      scores[position] =
          heads.additive == nullptr
              ? heads.scale * dot(query + key, its_key, heads.key_width)
              : additive_score(query + key, its_key, heads.additive + key, heads.key_width);
    }
    softmax(scores, count);
    weighted_sum(scores, keys_values, count, heads.keys() + value, heads.value_width,
                 context + value);
  }
}

void gru(const float* input, const float* hidden, const float* state, int64_t size, float* next) {
  in_lanes(size, [&](int64_t i, int64_t count) {
    const auto gate = [&](const float* gates, int64_t number) {
      return load_some(gates + number * size + i, count);
    };
    const Lanes reset = sigmoid(gate(input, 0) + gate(hidden, 0));
    const Lanes update = sigmoid(gate(input, 1) + gate(hidden, 1));
    const Lanes fresh = tangent(fused(reset, gate(hidden, 2), gate(input, 2)));
    store_some(next + i, fused(update, load_some(state + i, count) - fresh, fresh), count);
  });
}

void lstm(const float* input, const float* hidden, const float* cell, int64_t size, float* next,
          float* next_cell) {
  in_lanes(size, [&](int64_t i, int64_t count) {
    const auto gate = [&](int64_t number) {
      return load_some(input + number * size + i, count) +
             load_some(hidden + number * size + i, count);
    };
    const Lanes kept = sigmoid(gate(1)) * load_some(cell + i, count);
    const Lanes memory = fused(sigmoid(gate(0)), tangent(gate(2)), kept);
    store_some(next_cell + i, memory, count);
    store_some(next + i, sigmoid(gate(3)) * tangent(memory), count);
  });
}

void add_tangent(const float* x, const float* z, int64_t size, float* y) {
  in_lanes(size, [&](int64_t i, int64_t count) {
    store_some(y + i, tangent(load_some(x + i, count) + load_some(z + i, count)), count);
  });
}

INLINE void insert(float logit, int64_t token, BestLogits& best) {
  int64_t place = best.found < best.wanted ? best.found++ : best.wanted - 1;
  for (; place > 0 && best.logits[place - 1] < logit; --place) {
    best.logits[place] = best.logits[place - 1];
    best.tokens[place] = best.tokens[place - 1];
  }
  best.logits[place] = logit;
  best.tokens[place] = token;
}

INLINE bool is_among(int64_t token, std::span<const int64_t> tokens) {
  for (const int64_t one : tokens) {
    if (one == token) return true;
  }
  return false;
}

ChunkSum scan(const float* logits, int64_t first, int64_t count, std::span<const int64_t> never,
              BestLogits& best) {
  const auto lanes_at = [&](int64_t i, float elsewhere) {
    return i + kLanes <= count ? load(logits + i) : load_some(logits + i, count - i, elsewhere);
  };
  Lanes most = all(kLowest);
  for (int64_t i = 0; i < count; i += kLanes) most = larger(lanes_at(i, kLowest), most);
  const float maximum = largest(most);
  Lanes sums = {};
  for (int64_t i = 0; i < count; i += kLanes) {
    const Lanes powers = exponential(lanes_at(i, maximum) - maximum);
    sums += i + kLanes <= count ? powers : first_lanes(powers, count - i);
  }
  const auto is_better = [&](float logit) {
    return best.found < best.wanted || logit > best.logits[best.wanted - 1];
  };
  for (int64_t i = 0; is_better(maximum) && i < count; i += kLanes) {
    if (!is_better(largest(lanes_at(i, kLowest)))) continue;
    const int64_t end = i + kLanes < count ? i + kLanes : count;
    for (int64_t j = i; j < end; ++j) {
      if (is_better(logits[j]) && !is_among(first + j, never)) insert(logits[j], first + j, best);
    }
  }
  return {maximum, sum(sums)};
}

void exponentials(const float* x, int64_t size, float* y) {
  in_lanes(size, [&](int64_t i, int64_t count) {
    store_some(y + i, exponential(load_some(x + i, count)), count);
  });
}
