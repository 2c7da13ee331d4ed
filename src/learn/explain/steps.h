#pragma once
#include "explain/walk.h"

namespace regard::explain {

/// Collects steps: the same step of several layers, or heads, is one.
class Steps {
 public:
  /// Adds the values of a layer to the step of this title in this part, which is made if it is
  /// new. One tensor (rows, columns) for each head.
  void add(const Step& kind, size_t layer, std::vector<torch::Tensor> heads);
  void add(const Step& kind, size_t layer, const torch::Tensor& values) {
    add(kind, layer, std::vector{values});
  }

  std::vector<Step> take() { return std::move(steps_); }

 private:
  std::vector<Step> steps_;
};

/// Weights of a model by their names.
class Weights {
 public:
  explicit Weights(const torch::nn::Module& model);

  /// Throws std::out_of_range if there is none.
  torch::Tensor operator[](const std::string& name) const;
  bool has(const std::string& name) const;
  /// Those below a name: "encoder".
  Weights below(const std::string& name) const;
  /// x W' + b of a linear layer.
  torch::Tensor linear(const std::string& name, const torch::Tensor& x) const;
  /// LN(x), with the epsilon of torch's.
  torch::Tensor norm(const std::string& name, const torch::Tensor& x, double epsilon = 1e-5) const;

 private:
  using ByName = torch::OrderedDict<std::string, torch::Tensor>;

  Weights(std::shared_ptr<const ByName> all, std::string prefix);

  std::shared_ptr<const ByName> all_;  // of the whole model
  std::string prefix_;
};

/// What a walk computes of one sentence: steps and the logits (target, vocab).
struct Walked {
  std::vector<Step> steps;
  torch::Tensor logits;
};

/// W s + b of the model's output layer: (target, size) -> (target, vocab).
torch::Tensor output_of(model::Seq2SeqModel& model, const torch::Tensor& states);

/// Each for the models of one class: source (source) and target (target) are ids, int64.
Walked walk_transformer(model::Seq2SeqModel& model, const torch::Tensor& source,
                        const torch::Tensor& target);
Walked walk_recurrent(model::Seq2SeqModel& model, const torch::Tensor& source,
                      const torch::Tensor& target);

}  // namespace regard::explain
