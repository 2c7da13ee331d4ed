#pragma once
#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "regard/parallel/group.h"

namespace regard::parallel {

struct ReducerOptions {
  int64_t bucket_bytes = 25 << 20;  ///< a bucket is closed as soon as it has so many
  int64_t layer_bytes = 4 << 20;    ///< or, where a layer ends, so many: each sum has its cost
};

/// Sums the gradients of all processes while they are still being computed: those of a layer travel
/// while the backward pass works on the layers before it. Parameters are put into buckets in the
/// reverse of the order in which they are named, which is about the order in which their gradients
/// come (Li et al., 2020, arXiv:2006.15704, section 3.2). A layer is what its parameters' names
/// have before and with the last number: "decoder.3" of "decoder.3.attention.W_q.weight".
class GradientReducer {
 public:
  using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

  /// `group` stays the caller's.
  GradientReducer(const NamedTensors& parameters, Group& group, const ReducerOptions& options = {});
  ~GradientReducer();
  GradientReducer(const GradientReducer&) = delete;
  GradientReducer& operator=(const GradientReducer&) = delete;

  /// The next backward pass is the last before finish(): a gradient that it adds to is complete.
  void begin();
  /// Takes begin() back, unless a sum has begun already: then it returns false.
  bool give_up();
  /// Waits for all sums. After it every parameter has as its gradient the sum over the processes
  /// that have one, and none if none has.
  void finish();

  size_t buckets() const { return buckets_.size(); }

 private:
  class Hook;
  struct Slot {
    torch::Tensor parameter;
    torch::Tensor in_bucket;  // the bucket's elements for it, in its shape
  };
  struct Bucket {
    std::vector<Slot> slots;
    torch::Tensor elements;  // of all slots, then for each slot whether there is a gradient
    std::vector<bool> ready;
    size_t missing = 0;  // slots that are not ready
    std::unique_ptr<Pending> pending;
  };

  void make_bucket(const std::vector<torch::Tensor>& parameters);
  void completed(size_t bucket, size_t slot);
  void fill(Bucket& bucket, size_t slot);
  void start_complete_ones();

  Group& group_;
  std::vector<Bucket> buckets_;
  size_t started_ = 0;  // buckets whose sum has begun: in order, so that it is the same everywhere
  bool active_ = false;
};

}  // namespace regard::parallel
