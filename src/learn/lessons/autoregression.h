#pragma once
#include <torch/nn/modules/linear.h>
#include <torch/nn/pimpl.h>

#include <cstdint>

namespace regard::nn {

/// Predicts a series from its own past. d2l 9.1, in the forms of its two editions:
///   x_t = w (x_{t - order}, ..., x_{t - 1}) + b, a linear model;
///   x_t = w relu(W (x_{t - order}, ..., x_{t - 1}) + c) + b, a network of two layers.
class AutoregressiveModelImpl : public torch::nn::Module {
 public:
  /// `hidden_size`: units of the network's hidden layer; 0: the linear model.
  explicit AutoregressiveModelImpl(int64_t order, int64_t hidden_size = 0);

  /// All windows of `order` consecutive numbers: series (time) -> (time - order + 1, order). Throws
  /// c10::Error if the series is shorter.
  torch::Tensor windows(const torch::Tensor& series) const;

  /// Predicts the number that follows each window: windows (..., order) -> (...).
  torch::Tensor forward(const torch::Tensor& windows) {
    return linear(hidden ? hidden(windows).relu() : windows).squeeze(-1);
  }

  /// Predicts `steps` numbers from every window of `series`, each from the observed numbers and
  /// earlier predictions: (time - order + 1, steps). Row i, column k is the prediction of series[i
  /// + order + k], k + 1 steps ahead.
  torch::Tensor predict_ahead(const torch::Tensor& series, int64_t steps);

  /// Fits the linear model with the least sum of squared errors, one step ahead, on `series`.
  /// Throws c10::Error for a network, which is trained by its gradient.
  void fit(const torch::Tensor& series);

  int64_t order() const { return (hidden ? hidden : linear)->options.in_features(); }

 private:
  torch::nn::Linear hidden{nullptr}, linear{nullptr};
};
TORCH_MODULE(AutoregressiveModel);

/// sin(rate t) for t = 1, ..., count, plus normal noise with standard deviation `noise` from
/// `generator`. The book's series has 1000 numbers, rate 0.01 and noise 0.2.
torch::Tensor noisy_sine(int64_t count, double rate, double noise, torch::Generator generator);

}  // namespace regard::nn
