#pragma once
#include <torch/nn/module.h>
#include <torch/types.h>
#include <functional>
#include <memory>
#include <vector>

#include "draw/heatmap.h"
#include "optimizer/optimizer.h"

namespace regard::figures {

/// Training options of a Learner.
struct LearnerOptions {
  int64_t updates;
  double learning_rate;
  double clip = 1;     ///< maximum norm of the gradient; 0: no clipping
  int64_t warmup = 0;  ///< updates in which the learning rate rises linearly from 0
  bool decay = true;   ///< afterwards, the learning rate falls linearly to 0
  bool plain = false;  ///< plain gradient descent instead of Adam
};

/// Trains the small models of figures and claims, with Adam on all parameters or plain gradient
/// descent.
class Learner {
 public:
  Learner(const torch::nn::Module& model, const LearnerOptions& options);

  /// One update with the gradient of `loss`, a tensor without dimensions.
  void update(const torch::Tensor& loss);

 private:
  std::vector<torch::Tensor> parameters_;
  std::unique_ptr<train::Optimizer> optimizer_;
  LearnerOptions options_;
  int64_t done_ = 0;
};

/// The learning rate of the update after `done` updates.
double learning_rate(const LearnerOptions& options, int64_t done);

/// Milliseconds of the fastest of several runs, because other work on the machine can only slow
/// them down.
double milliseconds(const std::function<void()>& run);

/// A tensor's numbers, row by row.
inline std::vector<double> numbers(const torch::Tensor& tensor) {
  const auto flat = tensor.detach().to(torch::kCPU, torch::kDouble).contiguous().flatten();
  return {flat.const_data_ptr<double>(), flat.const_data_ptr<double>() + flat.numel()};
}

/// A tensor (rows, columns) as the matrix of a heatmap.
inline draw::Matrix matrix(const torch::Tensor& tensor) {
  draw::Matrix rows;
  for (const auto& row : tensor.unbind(0)) rows.push_back(numbers(row));
  return rows;
}

/// `count` numbers: first, first + step, ...
inline std::vector<double> counted(size_t count, double first = 0, double step = 1) {
  std::vector<double> values;
  for (size_t i = 0; i < count; ++i) values.push_back(first + step * static_cast<double>(i));
  return values;
}

/// The straight line through the points (log x, log y) with the least sum of squared errors: y =
/// factor * x^exponent.
struct PowerLaw {
  double factor = 0;
  double exponent = 0;
};

/// `x` and `y` must be positive and of equal length, and at least two `x` must differ. Throws
/// std::invalid_argument otherwise.
PowerLaw fit_power_law(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace regard::figures
