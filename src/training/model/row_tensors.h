#pragma once
#include <torch/types.h>

#include <functional>
#include <memory>
#include <typeinfo>
#include <utility>
#include <vector>

namespace regard::model {

/// What an architecture keeps of each row of a batch, behind one type. `Named` is a small struct of
/// tensors that have their rows in dimension 0, with
///   template <class F> Named map(const F& f) const;
/// which applies f to each defined tensor, always in the same order. Immutable; copies are cheap.
class RowTensors {
 public:
  using TensorFunction = std::function<torch::Tensor(const torch::Tensor&)>;

  /// For an architecture that keeps nothing, or nothing yet.
  RowTensors() = default;

  template <class Named>
  RowTensors(Named named)  // NOLINT: converts
      : kept_(std::make_shared<const Kept<Named>>(std::move(named))) {}

  bool empty() const { return kept_ == nullptr; }

  /// What was put in. Throws c10::Error if that has another type.
  template <class Named>
  const Named& as() const {
    const auto* kept = dynamic_cast<const Kept<Named>*>(kept_.get());
    TORCH_CHECK(kept != nullptr, "RowTensors: holds no ", typeid(Named).name());
    return kept->named;
  }

  RowTensors map(const TensorFunction& f) const { return kept_ ? kept_->map(f) : *this; }
  /// The rows `rows` (int64, 1-d), in that order; a row may come several times.
  RowTensors select(const torch::Tensor& rows) const;
  /// All tensors, in the order of `map`.
  std::vector<torch::Tensor> tensors() const;
  /// The same with `tensors` in place of its own, in the order of `map`.
  RowTensors with(const std::vector<torch::Tensor>& tensors) const;

 private:
  struct Base {
    virtual ~Base() = default;
    virtual RowTensors map(const TensorFunction& f) const = 0;
  };
  template <class Named>
  struct Kept : Base {
    explicit Kept(Named given) : named(std::move(given)) {}
    RowTensors map(const TensorFunction& f) const override { return named.map(f); }
    Named named;
  };

  std::shared_ptr<const Base> kept_;
};

}  // namespace regard::model
