#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>

#include "regard/train/task.h"

namespace regard::train {

/// Measures the steps since the last report, and their speed.
class Speedometer {
 public:
  using Clock = std::chrono::steady_clock;

  /// `product_rate` is that of the machine's fastest matrix products, in floating-point operations
  /// per second.
  explicit Speedometer(double product_rate) : product_rate_(product_rate) {}
  /// The rate as it was measured again. The fastest counts: other work on the machine only slows
  /// products down.
  void add_product_rate(double rate) { product_rate_ = std::max(product_rate_, rate); }

  void add(const StepSums& step);
  /// Time to exclude.
  void leave_out(Clock::duration pause) { started_ += pause; }
  void restart();

  const StepSums& sums() const { return sums_; }
  double seconds() const;
  double seconds_per_step() const { return seconds() / static_cast<double>(steps_); }
  /// Of both sides.
  double tokens_per_second() const;
  /// Model FLOPs utilization (Chowdhery et al., 2022, arXiv:2204.02311): the model's products for
  /// real tokens as a share of the machine's fastest products, those of the steps included.
  double utilization() const;
  /// "5349 tokens/s"; if verbose, "5349 tokens/s, 43 % MFU".
  std::string in_words() const;

 private:
  double flops_per_second() const;

  double product_rate_;
  StepSums sums_;
  int64_t steps_ = 0;
  Clock::time_point started_ = Clock::now();
};

}  // namespace regard::train
