#pragma once
#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "regard/parallel/launch.h"

namespace regard::parallel {

/// An operation that is under way.
class Pending {
 public:
  virtual ~Pending() = default;
  /// Until the result is there. Throws Error where the job is lost.
  virtual void wait() = 0;
};

/// The processes that train one model together. All of them call the same functions in the same
/// order, with tensors of the same shapes. When one of them is gone, what the others wait for
/// throws an Error that says which and why; a process that waits for nothing is ended some seconds
/// later.
class Group {
 public:
  virtual ~Group() = default;

  int64_t rank() const { return rank_; }
  int64_t size() const { return size_; }
  bool is_alone() const { return size_ == 1; }
  /// Whether it is this process that writes files and speaks to people.
  bool is_first() const { return rank_ == 0; }

  /// Begins to replace `tensor` by the sum of those of all processes, the same bits in each.
  virtual std::unique_ptr<Pending> start_sum(const torch::Tensor& tensor) = 0;
  void sum(const torch::Tensor& tensor) { start_sum(tensor)->wait(); }

  /// Replaces `tensor` by that of process `from`.
  virtual void broadcast(const torch::Tensor& tensor, int64_t from) = 0;
  /// The text of the first process.
  std::string broadcast(std::string text);
  /// The tensors of all processes, by rank.
  std::vector<torch::Tensor> gather(const torch::Tensor& tensor);

  /// Tells the others that this process has failed, and why.
  virtual void fail(const std::string& reason) noexcept = 0;
  /// This process has done its part and may end; the others go on.
  virtual void leave() noexcept = 0;

 protected:
  Group(int64_t rank, int64_t size) : rank_(rank), size_(size) {}

 private:
  int64_t rank_;
  int64_t size_;
};

/// A process by itself.
std::unique_ptr<Group> alone();

/// Meets the other processes of the job, if there are any. Tensors on the CPU go by Gloo, those on
/// a GPU by NCCL where this build has it, else through the CPU's memory. Throws Error if the others
/// do not come in time, or if LibTorch was built without what this needs.
std::unique_ptr<Group> join(const Launch& launch);

}  // namespace regard::parallel
