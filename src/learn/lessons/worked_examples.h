#pragma once
#include <torch/types.h>
#include <string>
#include <vector>

#include "nn/feed_forward.h"

namespace regard::nn {

/// An input of a worked example, a step, or its result.
struct WorkedTable {
  std::string name;
  torch::Tensor values;                   ///< (row, column)
  std::vector<std::string> rows = {};     ///< their names; empty: they are numbers
  std::vector<std::string> columns = {};  ///< likewise
};

/// A computation that is small enough to check by hand.
struct WorkedExample {
  std::string title;
  std::string meaning;     ///< a sentence
  std::string file;        ///< of the source that computes it
  std::string expression;  ///< in that file
  std::vector<WorkedTable> tables;
};

/// Two sequences of four scores, of which 2 and 3 count. d2l 11.3.
WorkedExample masked_softmax_steps();
/// A query of "I love deep learning" and the keys of its four words. d2l 11.3.
WorkedExample one_query_of_four_keys();
/// Tensors (n, a, b) and (n, b, c), multiplied in pairs. d2l 11.3.
WorkedExample batch_products();
/// The mean and the deviation of two rows. d2l 11.7.
WorkedExample layer_norm_steps();
/// A feed-forward network as two convolutions and as a memory. d2l 11.7.
WorkedExample feed_forward_views();

/// All of them, in the order of the book.
std::vector<WorkedExample> worked_examples();

/// The same function as `ffn`, of x (position, size), by two convolutions of kernel 1. Vaswani et
/// al. (2017), section 3.3. relu only.
torch::Tensor by_convolutions(const FeedForwardImpl& ffn, const torch::Tensor& x);

/// The network as a memory: each hidden unit has a key, to which it compares x, and a value, of
/// which it adds as much. Geva et al. (2021), arXiv:2012.14913. relu only.
struct KeyValueMemory {
  torch::Tensor keys;      ///< (unit, size)
  torch::Tensor biases;    ///< (unit)
  torch::Tensor values;    ///< (unit, size)
  torch::Tensor constant;  ///< (size), added to each result

  /// How much of each value x (position, size) asks for: (position, unit).
  torch::Tensor weights(const torch::Tensor& x) const {
    return (x.matmul(keys.t()) + biases).relu();
  }
  torch::Tensor read(const torch::Tensor& x) const { return weights(x).matmul(values) + constant; }
};
KeyValueMemory memory_of(const FeedForwardImpl& ffn);

}  // namespace regard::nn
