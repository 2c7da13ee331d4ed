#include "trainer/data_parallel.h"

#include <torch/utils.h>

#include <csignal>

#include "regard/base/str.h"

namespace regard::train {
namespace {

/// Mixes a number thoroughly: the finalizer of SplitMix64 (Steele et al., 2014).
uint64_t scrambled(uint64_t number) {
  number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9U;
  number = (number ^ (number >> 27U)) * 0x94d049bb133111ebU;
  return number ^ (number >> 31U);
}

}  // namespace

DataParallel::DataParallel(const parallel::GradientReducer::NamedTensors& parameters,
                           parallel::Group& group, int64_t seed)
    : group_(group), seed_(seed) {
  if (!group.is_alone()) reducer_.emplace(parameters, group);
}

void DataParallel::begin_step(int64_t step) const {
  if (group_.is_alone()) return;
  uint64_t number = 0;
  for (const int64_t part : {seed_, group_.rank(), step}) {
    number = scrambled(number + static_cast<uint64_t>(part) + 0x9e3779b97f4a7c15U);
  }
  torch::manual_seed(number);
}

void DataParallel::before_last_backward() {
  if (reducer_) reducer_->begin();
}

bool DataParallel::give_up_step() { return !reducer_ || reducer_->give_up(); }

void DataParallel::end_step(StepSums& sums) {
  if (!reducer_) return;
  reducer_->finish();
  const auto losses = torch::tensor({sums.loss, sums.negative_log_likelihood}, torch::kFloat64);
  group_.sum(losses);
  sums.loss = losses[0].item<double>();
  sums.negative_log_likelihood = losses[1].item<double>();
}

void DataParallel::stop_if_requested(const InterruptGuard& interrupt) const {
  if (group_.is_alone()) return interrupt.stop_if_requested();
  const auto signal = interrupt.requested();
  const auto counts = torch::tensor({signal == SIGINT, signal == SIGTERM}, torch::kInt64);
  group_.sum(counts);
  if (counts[1].item<int64_t>() > 0) throw Interrupted(SIGTERM);
  if (counts[0].item<int64_t>() > 0) throw Interrupted(SIGINT);
}

void DataParallel::by_the_first(Progress& progress, const std::function<void()>& work) const {
  if (group_.is_alone()) return work();
  int signal = 0;
  if (group_.is_first()) {
    try {
      work();
    } catch (const Interrupted& stop) {
      signal = stop.signal;
    }
  }
  const auto message = group_.broadcast(str(signal, ' ', to_text(progress)));
  const auto blank = message.find(' ');
  progress = progress_of(message.substr(blank + 1));
  signal = std::stoi(message.substr(0, blank));
  if (signal != 0) throw Interrupted(signal);
}

}  // namespace regard::train
