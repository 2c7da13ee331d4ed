#pragma once
#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "parallel/launch.h"

namespace regard::parallel {

/// An operation in progress.
class Pending {
 public:
  virtual ~Pending() = default;
  /// Waits for the result. Throws Error if the job is lost.
  virtual void wait() = 0;
};

/// The processes that train one model together. All of them call the same functions in the same
/// order, with tensors of the same shapes. If a process is lost, calls that wait for it throw an
/// Error naming it and the reason; a process that is not waiting is terminated some seconds later.
class Group {
 public:
  virtual ~Group() = default;

  int64_t rank() const { return rank_; }
  int64_t size() const { return size_; }
  bool is_alone() const { return size_ == 1; }
  /// Whether this process is rank 0, which writes files and logs.
  bool is_first() const { return rank_ == 0; }

  /// Starts replacing `tensor` with the sum over all processes, which has the same bits in each.
  virtual std::unique_ptr<Pending> start_sum(const torch::Tensor& tensor) = 0;
  void sum(const torch::Tensor& tensor) { start_sum(tensor)->wait(); }

  /// Replaces `tensor` with that of process `from`.
  virtual void broadcast(const torch::Tensor& tensor, int64_t from) = 0;
  /// Returns the text that rank 0 passes.
  std::string broadcast(std::string text);
  /// The tensors of all processes, by rank.
  std::vector<torch::Tensor> gather(const torch::Tensor& tensor);

  /// Tells the others that this process has failed, and why.
  virtual void fail(const std::string& reason) noexcept = 0;
  /// Announces that this process has finished and may exit; the others continue.
  virtual void leave() noexcept = 0;

 protected:
  Group(int64_t rank, int64_t size) : rank_(rank), size_(size) {}

 private:
  int64_t rank_;
  int64_t size_;
};

/// A group of one process.
std::unique_ptr<Group> alone();

/// Connects to the other processes of the job, if any. CPU tensors use Gloo; GPU tensors use NCCL
/// if this build has it, and CPU memory otherwise. Throws Error if the others do not arrive in
/// time, or if LibTorch was built without the required parts.
std::unique_ptr<Group> join(const Launch& launch);

}  // namespace regard::parallel
