#pragma once
#include <torch/types.h>
#include <string>
#include <vector>

#include "nn/feed_forward.h"

namespace regard::nn {

/// An input, an intermediate step or the result of a worked example.
struct WorkedTable {
  std::string name;
  torch::Tensor values;                   ///< (row, column)
  std::string row_axis, column_axis;      ///< "query", "key", "position" or "dimension"
  std::vector<std::string> rows = {};     ///< row names; empty: numbered
  std::vector<std::string> columns = {};  ///< column names; empty: numbered
};

/// A computation small enough to check by hand.
struct WorkedExample {
  std::string title;
  std::string meaning;     ///< a sentence
  std::string file;        ///< the source file that computes it
  std::string expression;  ///< the expression in that file
  std::vector<WorkedTable> tables;
};

/// Masked softmax of two sequences of four scores: the first 2 and the first 3 count. d2l 11.3.
WorkedExample masked_softmax_steps();
/// One query and the keys of the four words of "I love deep learning". d2l 11.3.
WorkedExample one_query_of_four_keys();
/// Batch matrix multiplication of (n, a, b) and (n, b, c). d2l 11.3.
WorkedExample batch_products();
/// The mean and the standard deviation of two rows. d2l 11.7.
WorkedExample layer_norm_steps();
/// A feed-forward network as two convolutions and as a memory. d2l 11.7.
WorkedExample feed_forward_views();

/// All examples, in the order of the book.
std::vector<WorkedExample> worked_examples();

/// Computes `ffn` of x (position, size) as two convolutions with kernel size 1. Vaswani et al.
/// (2017), section 3.3. For relu only.
torch::Tensor by_convolutions(const FeedForwardImpl& ffn, const torch::Tensor& x);

/// The network as a memory: each hidden unit compares x to its key, and adds its value with the
/// resulting weight. Geva et al. (2021), arXiv:2012.14913. For relu only.
struct KeyValueMemory {
  torch::Tensor keys;      ///< (unit, size)
  torch::Tensor biases;    ///< (unit)
  torch::Tensor values;    ///< (unit, size)
  torch::Tensor constant;  ///< (size), added to each result

  /// Weight of each value for x (position, size): (position, unit).
  torch::Tensor weights(const torch::Tensor& x) const {
    return (x.matmul(keys.t()) + biases).relu();
  }
  torch::Tensor read(const torch::Tensor& x) const { return weights(x).matmul(values) + constant; }
};
KeyValueMemory memory_of(const FeedForwardImpl& ffn);

}  // namespace regard::nn
