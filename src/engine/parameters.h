#pragma once
#include <torch/types.h>

#include <string>
#include <vector>

#include "engine/packed_matrix.h"
#include "regard/engine/engine.h"
#include "regard/nn/output_layer.h"

namespace regard::engine {

/// Layer normalization.
struct NormWeights {
  std::vector<float> gain, shift;
};

/// The rows of a tensor (rows, size). float32 on the CPU is not copied.
class Table {
 public:
  Table() = default;
  explicit Table(const torch::Tensor& tensor);

  const float* row(int64_t row) const { return data_ + row * size_; }

 private:
  torch::Tensor tensor_;
  const float* data_ = nullptr;
  int64_t size_ = 0;
};

/// The values of a tensor.
std::vector<float> floats_of(const torch::Tensor& tensor);

/// Linear layers with the same input as one matrix: weights (outputs, inputs), and a bias (outputs)
/// for each, which may be undefined.
PackedMatrix pack(const std::vector<torch::Tensor>& weights,
                  const std::vector<torch::Tensor>& biases, Precision precision);

/// The parameters of a part of a model, by name.
class Parameters {
 public:
  Parameters(const torch::OrderedDict<std::string, torch::Tensor>& all, const NumbersOf& numbers_of,
             std::string prefix = "")
      : all_(&all), numbers_of_(&numbers_of), prefix_(std::move(prefix)) {}

  /// Those of a submodule.
  Parameters of(const std::string& part) const {
    return {*all_, *numbers_of_, prefix_ + part + "."};
  }

  torch::Tensor at(const std::string& name) const {
    return (*numbers_of_)((*all_)[prefix_ + name]);
  }
  /// Undefined if there is none.
  torch::Tensor find(const std::string& name) const {
    const auto* tensor = all_->find(prefix_ + name);
    return tensor == nullptr ? torch::Tensor() : (*numbers_of_)(*tensor);
  }

  NormWeights norm(const std::string& name) const {
    return {floats_of(at(name + ".weight")), floats_of(at(name + ".bias"))};
  }

  /// Linear layers with the same input, as one matrix.
  PackedMatrix linear(const std::vector<std::string>& names, Precision precision) const;

  /// The model's output layer, whose weights may be those of an embedding.
  PackedMatrix output(const nn::OutputLayer& layer, Precision precision) const;

 private:
  const torch::OrderedDict<std::string, torch::Tensor>* all_;
  const NumbersOf* numbers_of_;
  std::string prefix_;
};

}  // namespace regard::engine
