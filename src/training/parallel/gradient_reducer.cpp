#include "parallel/gradient_reducer.h"

#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>
#include <torch/utils.h>

#include <algorithm>
#include <cctype>

namespace regard::parallel {
namespace {

/// "decoder.3" for "decoder.3.attention.W_q.weight"; without a number, everything before the last
/// dot.
std::string layer_of(const std::string& name) {
  size_t end = name.rfind('.');
  for (size_t begin = 0; begin < name.size();) {
    const size_t point = std::min(name.find('.', begin), name.size());
    const bool is_number = std::all_of(name.begin() + static_cast<std::ptrdiff_t>(begin),
                                       name.begin() + static_cast<std::ptrdiff_t>(point),
                                       [](unsigned char c) { return std::isdigit(c) != 0; });
    if (is_number) end = point;
    begin = point + 1;
  }
  return name.substr(0, end);
}

int64_t bytes_of(const torch::Tensor& tensor) {
  return tensor.numel() * static_cast<int64_t>(tensor.element_size());
}

}  // namespace

class GradientReducer::Hook : public torch::autograd::PostAccumulateGradHook {
 public:
  Hook(GradientReducer& reducer, size_t bucket, size_t slot)
      : reducer_(reducer), bucket_(bucket), slot_(slot) {}
  void operator()(const torch::autograd::Variable&) override { reducer_.completed(bucket_, slot_); }

 private:
  GradientReducer& reducer_;
  size_t bucket_, slot_;
};

GradientReducer::GradientReducer(const NamedTensors& parameters, Group& group,
                                 const ReducerOptions& options)
    : group_(group) {
  std::vector<torch::Tensor> gathered;
  std::string layer;
  int64_t bytes = 0;
  const auto close = [&] {
    if (!gathered.empty()) make_bucket(gathered);
    gathered.clear();
    bytes = 0;
  };
  for (auto it = parameters.rbegin(); it != parameters.rend(); ++it) {
    const auto& [name, parameter] = *it;
    const bool new_layer = layer_of(name) != layer;
    const bool other_kind =
        !gathered.empty() && !gathered.front().options().type_equal(parameter.options());
    if (other_kind || (new_layer && bytes >= options.layer_bytes)) close();
    layer = layer_of(name);
    gathered.push_back(parameter);
    bytes += bytes_of(parameter);
    if (bytes >= options.bucket_bytes) close();
  }
  close();
}

GradientReducer::~GradientReducer() {
  for (auto& bucket : buckets_) {
    for (auto& slot : bucket.slots) {
      torch::autograd::impl::set_post_acc_grad_hooks(slot.parameter, nullptr);
    }
  }
}

void GradientReducer::make_bucket(const std::vector<torch::Tensor>& parameters) {
  auto elements = static_cast<int64_t>(parameters.size());
  for (const auto& parameter : parameters) elements += parameter.numel();
  Bucket bucket;
  bucket.elements = torch::zeros({elements}, parameters.front().options().requires_grad(false));
  int64_t begin = 0;
  for (const auto& parameter : parameters) {
    torch::autograd::impl::set_post_acc_grad_hooks(
        parameter, std::make_unique<Hook>(*this, buckets_.size(), bucket.slots.size()));
    bucket.slots.push_back(
        {parameter, bucket.elements.narrow(0, begin, parameter.numel()).view(parameter.sizes())});
    begin += parameter.numel();
  }
  buckets_.push_back(std::move(bucket));
}

void GradientReducer::begin() {
  for (auto& bucket : buckets_) {
    bucket.ready.assign(bucket.slots.size(), false);
    bucket.missing = bucket.slots.size();
  }
  started_ = 0;
  active_ = true;
}

bool GradientReducer::give_up() {
  if (active_ && started_ > 0) return false;
  active_ = false;
  return true;
}

void GradientReducer::completed(size_t bucket, size_t slot) {
  if (!active_ || buckets_[bucket].ready[slot]) return;
  fill(buckets_[bucket], slot);
  start_complete_ones();
}

void GradientReducer::fill(Bucket& bucket, size_t slot) {
  const torch::NoGradGuard no_grad;
  const auto& [parameter, in_bucket] = bucket.slots[slot];
  const auto& gradient = parameter.grad();
  if (gradient.defined()) {
    in_bucket.copy_(gradient);
  } else {
    in_bucket.zero_();
  }
  const auto slots = static_cast<int64_t>(bucket.slots.size());
  bucket.elements.narrow(0, bucket.elements.numel() - slots + static_cast<int64_t>(slot), 1)
      .fill_(gradient.defined() ? 1 : 0);
  bucket.ready[slot] = true;
  --bucket.missing;
}

void GradientReducer::start_complete_ones() {
  while (started_ < buckets_.size() && buckets_[started_].missing == 0) {
    auto& bucket = buckets_[started_++];
    bucket.pending = group_.start_sum(bucket.elements);
  }
}

void GradientReducer::finish() {
  TORCH_CHECK(active_, "GradientReducer: finish() without begin()");
  active_ = false;
  for (auto& bucket : buckets_) {
    for (size_t slot = 0; slot < bucket.slots.size(); ++slot) {
      if (!bucket.ready[slot]) fill(bucket, slot);
    }
  }
  start_complete_ones();
  for (auto& bucket : buckets_) {
    bucket.pending->wait();
    bucket.pending.reset();
    const auto slots = static_cast<int64_t>(bucket.slots.size());
    const auto counts = bucket.elements.narrow(0, bucket.elements.numel() - slots, slots)
                            .to(torch::kCPU, torch::kFloat32)
                            .contiguous();
    for (int64_t slot = 0; slot < slots; ++slot) {
      auto& [parameter, in_bucket] = bucket.slots[static_cast<size_t>(slot)];
      if (counts.const_data_ptr<float>()[slot] > 0) {
        parameter.mutable_grad() = in_bucket;
      } else {
        parameter.mutable_grad().reset();
      }
    }
  }
}

}  // namespace regard::parallel
