#pragma once
#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "parallel/group.h"

namespace regard::parallel {

struct ReducerOptions {
  int64_t bucket_bytes = 25 << 20;  ///< a bucket is closed when it has this many bytes
  int64_t layer_bytes =
      4 << 20;  ///< limit at the end of a layer, because each sum has a fixed cost
};

/// Sums the gradients of all processes while they are still being computed: a layer's gradients
/// travel while the backward pass works on earlier layers. Parameters are put into buckets in
/// reverse order of definition, roughly the order in which their gradients appear (Li et al., 2020,
/// arXiv:2006.15704, section 3.2). A layer is the part of a parameter's name up to the last number:
/// "decoder.3" of "decoder.3.attention.W_q.weight".
class GradientReducer {
 public:
  using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

  /// `group` must outlive the reducer.
  GradientReducer(const NamedTensors& parameters, Group& group, const ReducerOptions& options = {});
  ~GradientReducer();
  GradientReducer(const GradientReducer&) = delete;
  GradientReducer& operator=(const GradientReducer&) = delete;

  /// Announces the last backward pass before finish(), after which its gradients are complete.
  void begin();
  /// Undoes begin() unless a sum has started already; then returns false.
  bool give_up();
  /// Waits for all sums. Afterwards each parameter's gradient is the sum over the processes that
  /// have one, or undefined if none has.
  void finish();

  size_t buckets() const { return buckets_.size(); }

 private:
  class Hook;
  struct Slot {
    torch::Tensor parameter;
    torch::Tensor in_bucket;  // its elements in the bucket, in its shape
  };
  struct Bucket {
    std::vector<Slot> slots;
    torch::Tensor elements;  // values of all slots, then a flag per slot: whether it has a gradient
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
  size_t started_ =
      0;  // buckets whose sum has started; they start in order, the same in all processes
  bool active_ = false;
};

}  // namespace regard::parallel
