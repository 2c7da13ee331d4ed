#pragma once
#include <torch/types.h>

#include <vector>

#include "draw/heatmap.h"

namespace regard::figures {

/// A tensor's numbers, row by row.
inline std::vector<double> numbers(const torch::Tensor& tensor) {
  const auto flat = tensor.detach().to(torch::kCPU, torch::kDouble).contiguous().flatten();
  return {flat.const_data_ptr<double>(), flat.const_data_ptr<double>() + flat.numel()};
}

/// A tensor (rows, columns) in the form that a heatmap takes.
inline draw::Matrix matrix(const torch::Tensor& tensor) {
  draw::Matrix rows;
  for (const auto& row : tensor.unbind(0)) rows.push_back(numbers(row));
  return rows;
}

/// first, first + step, ..., `count` of them.
inline std::vector<double> counted(size_t count, double first = 0, double step = 1) {
  std::vector<double> values;
  for (size_t i = 0; i < count; ++i) values.push_back(first + step * static_cast<double>(i));
  return values;
}

}  // namespace regard::figures
