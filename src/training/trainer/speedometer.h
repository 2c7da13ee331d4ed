#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "trainer/task.h"

namespace regard::train {

/// Measures the steps since the last report, and their speed.
class Speedometer {
 public:
  using Clock = std::chrono::steady_clock;

  /// `measure_product_rate` times the machine's fastest matrix products and returns their
  /// floating-point operations per second. It is called when the rate is first asked for, and then
  /// so seldom that it takes a thousandth of the time. The fastest rate counts: other work on the
  /// machine only slows products down.
  explicit Speedometer(std::function<double()> measure_product_rate)
      : measure_product_rate_(std::move(measure_product_rate)) {}

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
  /// real tokens as a share of the machine's fastest products, those of the steps included. The
  /// time to measure these is left out.
  double utilization();
  /// "5349 tokens/s"; if verbose, "5349 tokens/s, 43 % MFU".
  std::string in_words();

 private:
  double flops_per_second() const;
  void measure_products();

  std::function<double()> measure_product_rate_;
  double product_rate_ = 0;
  Clock::time_point next_measurement_;
  StepSums sums_;
  int64_t steps_ = 0;
  Clock::time_point started_ = Clock::now();
};

}  // namespace regard::train
