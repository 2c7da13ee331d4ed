#include "trainer/speedometer.h"

#include <algorithm>
#include <cmath>

#include "base/verbose.h"
#include "regard/base/str.h"

namespace regard::train {

void Speedometer::add(const StepSums& step) {
  sums_.loss += step.loss;
  sums_.negative_log_likelihood += step.negative_log_likelihood;
  sums_.source_tokens += step.source_tokens;
  sums_.target_tokens += step.target_tokens;
  sums_.flops += step.flops;
  ++steps_;
}

void Speedometer::restart() {
  product_rate_ = std::max(product_rate_, flops_per_second());
  sums_ = {};
  steps_ = 0;
  started_ = Clock::now();
}

double Speedometer::flops_per_second() const { return sums_.flops / seconds(); }

double Speedometer::utilization() {
  measure_products();
  return std::min(1.0, flops_per_second() / product_rate_);
}

void Speedometer::measure_products() {
  constexpr int kSeldom = 1000;  // times as long as it takes
  const auto begin = Clock::now();
  if (begin < next_measurement_) return;
  product_rate_ = std::max(product_rate_, measure_product_rate_());
  const auto end = Clock::now();
  leave_out(end - begin);
  next_measurement_ = end + kSeldom * (end - begin);
}

double Speedometer::seconds() const {
  return std::chrono::duration<double>(Clock::now() - started_).count();
}

double Speedometer::tokens_per_second() const {
  return static_cast<double>(sums_.source_tokens + sums_.target_tokens) / seconds();
}

std::string Speedometer::in_words() {
  return str(std::lround(tokens_per_second()), " tokens/s",
             is_verbose() ? str(", ", std::lround(100 * utilization()), " % MFU") : "");
}

}  // namespace regard::train
