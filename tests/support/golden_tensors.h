#pragma once
#include <gtest/gtest.h>
#include <torch/nn/module.h>
#include <torch/types.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interop/load_model.h"
#include "support/golden.h"

/// Golden cases in safetensors files: weights.*, inputs.*, outputs.*, and for gradients cot.* and
/// grads.*.
namespace regard::test {

/// |actual - golden| <= tol * (1 + |golden|) for every number; integers must be equal.
inline ::testing::AssertionResult tensors_near(const torch::Tensor& actual,
                                               const torch::Tensor& golden, double tol) {
  if (!actual.defined()) return ::testing::AssertionFailure() << "no tensor";
  if (actual.sizes() != golden.sizes()) {
    return ::testing::AssertionFailure()
           << "shape " << actual.sizes() << " is not " << golden.sizes();
  }
  if (golden.numel() == 0) return ::testing::AssertionSuccess();
  const auto wanted = golden.detach().to(torch::kCPU, torch::kDouble);
  const auto found = actual.detach().to(torch::kCPU, torch::kDouble);
  const auto excess = ((found - wanted).abs() / (1.0 + wanted.abs())).nan_to_num(INFINITY);
  const double worst = excess.max().item<double>();
  if (worst <= (golden.is_floating_point() ? tol : 0.0)) return ::testing::AssertionSuccess();
  const auto at = excess.flatten().argmax().item<int64_t>();
  return ::testing::AssertionFailure()
         << "number " << at << " is " << found.flatten()[at].item<double>() << ", not "
         << wanted.flatten()[at].item<double>() << " (tol " << tol << ")";
}

class TensorCase {
 public:
  explicit TensorCase(nlohmann::json entry)
      : entry_(std::move(entry)),
        tensors_(interop::read_safetensors(golden_file(entry_).string()).tensors) {
    for (auto& [name, tensor] : tensors_) {
      if (name.starts_with("inputs.") && has("grads." + name)) tensor.requires_grad_();
    }
  }

  std::string name() const { return describe_case(entry_); }
  double tol() const { return entry_.at("tol").get<double>(); }

  bool has(const std::string& name) const { return tensors_.contains(name); }
  const torch::Tensor& tensor(const std::string& name) const { return tensors_.at(name); }
  /// The input of this name; undefined if the case has none.
  torch::Tensor input(const std::string& name) const {
    return has("inputs." + name) ? tensor("inputs." + name) : torch::Tensor();
  }
  torch::Tensor output(const std::string& name) const { return tensor("outputs." + name); }

  bool has_option(const char* name) const {
    const auto& hyper = entry_.at("hyper");
    return hyper.contains(name) && !hyper.at(name).is_null();
  }
  template <class Value>
  Value option(const char* name) const {
    return entry_.at("hyper").at(name).get<Value>();
  }
  template <class Value>
  Value option(const char* name, Value otherwise) const {
    return has_option(name) ? option<Value>(name) : otherwise;
  }

  /// Renames weights and their gradients as a module names them: replaces `theirs` with `ours`.
  void rename_weights(const std::string& theirs, const std::string& ours) {
    std::map<std::string, torch::Tensor> renamed;
    for (const auto& [name, tensor] : tensors_) {
      const auto at = name.find("weights.") == std::string::npos ? name.npos : name.find(theirs);
      renamed[at == name.npos ? name : std::string(name).replace(at, theirs.size(), ours)] = tensor;
    }
    tensors_ = std::move(renamed);
  }

  /// Copies the weights into a module by their names below `prefix`; both sides must have the same
  /// names and shapes.
  void load_weights(torch::nn::Module& module, const std::string& prefix = "") const {
    const torch::NoGradGuard no_grad;
    std::set<std::string> loaded;
    for (auto& parameter : module.named_parameters()) {
      const std::string name = "weights." + prefix + parameter.key();
      ASSERT_TRUE(has(name)) << "the golden weights have no " << name;
      ASSERT_EQ(parameter.value().sizes(), tensor(name).sizes()) << name;
      parameter.value().copy_(tensor(name));
      loaded.insert(name);
    }
    for (const auto& [name, tensor] : tensors_) {
      if (name.starts_with("weights." + prefix)) {
        EXPECT_TRUE(loaded.contains(name)) << "the module has no " << name;
      }
    }
  }

  /// Compares an output, and adds its share to the sum that the case's gradients belong to.
  void expect_output(const std::string& name, const torch::Tensor& actual) {
    EXPECT_TRUE(tensors_near(actual, output(name), tol())) << "output " << name;
    if (!has("cot." + name)) return;
    const auto share = (actual * tensor("cot." + name)).sum();
    sum_ = sum_.defined() ? sum_ + share : share;
  }

  /// Compares the gradients of the sum with respect to the inputs and the weights below `prefix`.
  void expect_gradients(torch::nn::Module* module = nullptr, const std::string& prefix = "") {
    if (!sum_.defined()) return;
    sum_.backward();
    std::map<std::string, torch::Tensor> actual;
    for (const auto& [name, tensor] : tensors_) {
      if (name.starts_with("inputs.")) actual[name] = tensor.grad();
    }
    if (module != nullptr) {
      for (const auto& parameter : module->named_parameters()) {
        actual["weights." + prefix + parameter.key()] = parameter.value().grad();
      }
    }
    for (const auto& [name, golden] : tensors_) {
      if (!name.starts_with("grads.")) continue;
      EXPECT_TRUE(tensors_near(actual[name.substr(6)], golden, tol())) << name;
    }
  }

 private:
  nlohmann::json entry_;
  std::map<std::string, torch::Tensor> tensors_;
  torch::Tensor sum_;
};

/// Every case of a kind in every set; throws if there is none.
inline std::vector<TensorCase> tensor_cases(std::string_view kind) {
  std::vector<TensorCase> cases;
  for (auto& entry : golden_cases(kind)) cases.emplace_back(std::move(entry));
  return cases;
}

}  // namespace regard::test
