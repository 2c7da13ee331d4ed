#pragma once
#include <torch/types.h>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace regard::interop {

/// The weights in another program's file. Each can be taken once.
class ForeignTensors {
 public:
  /// `path` names the file in errors.
  ForeignTensors(std::map<std::string, torch::Tensor> tensors, std::string path);

  /// Each function reads and validates a whole file and executes nothing in it: safetensors, a
  /// tensor map written by torch.save (store/torch_file.h), a NumPy archive
  /// (store/numpy_archive.h), or Marian's binary format (store/marian_binary.h).
  static ForeignTensors of_safetensors(const std::string& path);
  static ForeignTensors of_torch_file(const std::string& path);
  static ForeignTensors of_numpy_archive(const std::string& path);
  static ForeignTensors of_marian_binary(const std::string& path);

  const std::string& path() const { return path_; }
  bool has(const std::string& name) const { return tensors_.contains(name); }
  /// The tensor as stored. Throws Error if it is missing.
  const torch::Tensor& at(const std::string& name) const;
  /// The tensor as float32. Throws Error if it is missing, has a different shape, or contains
  /// integers, NaN or infinity.
  torch::Tensor take(const std::string& name, const std::vector<int64_t>& shape);

  /// Marks tensors whose names end in `ending` as taken, because the model does not need them.
  void leave_out(const std::string& ending);
  /// Throws Error unless `name` is missing or equals `weight`. Checks the copies of shared weights
  /// that older files hold.
  void check_copy(const std::string& name, const torch::Tensor& weight);
  /// Whether the two tensors are equal. Takes neither.
  bool are_equal(const std::string& name, const std::string& other) const;
  /// Throws Error if a tensor was not taken, naming it.
  void check_all_taken() const;

  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::map<std::string, torch::Tensor> tensors_;
  std::string path_;
  std::set<std::string> taken_;
};

}  // namespace regard::interop
