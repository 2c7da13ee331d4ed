#include "regard/train/speedometer.h"

#include <algorithm>
#include <cmath>

#include "regard/base/str.h"
#include "regard/base/verbose.h"

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
  add_product_rate(flops_per_second());
  *this = Speedometer(product_rate_);
}

double Speedometer::flops_per_second() const { return sums_.flops / seconds(); }

double Speedometer::utilization() const {
  return std::min(1.0, flops_per_second() / product_rate_);
}

double Speedometer::seconds() const {
  return std::chrono::duration<double>(Clock::now() - started_).count();
}

double Speedometer::tokens_per_second() const {
  return static_cast<double>(sums_.source_tokens + sums_.target_tokens) / seconds();
}

std::string Speedometer::in_words() const {
  return str(std::lround(tokens_per_second()), " tokens/s",
             is_verbose() ? str(", ", std::lround(100 * utilization()), " % MFU") : "");
}

}  // namespace regard::train
