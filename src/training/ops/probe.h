#pragma once
#include <torch/types.h>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Probes expose the values of a forward pass where they are computed, so that explanations need
/// not recompute them:
///   const auto scores = REGARD_OBSERVED("scores", query.matmul(keys.t()));
/// evaluates to the product. A Recording of this thread keeps it with its name and the text of
/// the expression. Without a recording, a probe costs one branch. For a list of tensors, `name`
/// has one name for each: "keys, values". A recording may also replace a value; the pass continues
/// with the replacement. Probes occur in equations, in modules and in plain implementations
/// (ops/bodies.h); a fused implementation exposes no inner values.
#define REGARD_OBSERVED(name, ...) \
  ::regard::ops::observed((__VA_ARGS__), ::regard::ops::Probe{(name), #__VA_ARGS__, __FILE__})

namespace regard::ops {

/// A probed expression of the source code.
struct Probe {
  const char* name;
  const char* expression;  ///< its text
  const char* file;        ///< path as given to the compiler

  /// Path from the root of the repository, such as "src/training/ops/head_attention.cpp".
  std::string source_file() const;
};

/// A scope around a probe: "encoder", or the third "layer".
struct ProbeScopeName {
  const char* name;
  int64_t number;
};

/// A value recorded by a probe.
struct Observed {
  Probe probe;
  std::string name;                    ///< name of this value, even if the probe shows a list
  std::vector<ProbeScopeName> scopes;  ///< outermost first
  torch::Tensor value;

  /// The names of the scopes and of the value: "encoder/layer/self-attention/scores".
  std::string path() const;
  /// The number of the scope named `scope`; `otherwise` outside such a scope.
  int64_t number_of(const std::string& scope, int64_t otherwise) const;
};

/// Keeps the values of this thread's probes during its lifetime. At most one per thread.
class Recording {
 public:
  /// Returns the replacement of a value, or the value itself.
  using Change = std::function<torch::Tensor(const Observed&)>;

  explicit Recording(Change change = {});
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// Whether this thread records.
  static bool is_on() { return current != nullptr; }
  /// The recorded values, in the order in which the pass computed them.
  const std::vector<Observed>& values() const { return values_; }

  /// Changes and records a value, and returns it; undefined tensors are not recorded. Returns the
  /// value unchanged outside a recording.
  static torch::Tensor keep(const Probe& probe, torch::Tensor value);
  static std::vector<torch::Tensor> keep(const Probe& probe, std::vector<torch::Tensor> values);

 private:
  friend class ProbeScope;

  inline static constinit thread_local Recording* current = nullptr;

  torch::Tensor kept(const Probe& probe, std::string name, torch::Tensor value);

  Change change_;
  std::vector<ProbeScopeName> scopes_;
  std::vector<Observed> values_;
};

/// During its lifetime, probes of this thread have `name` in their path. An empty name changes
/// nothing.
class ProbeScope {
 public:
  explicit ProbeScope(const char* name, int64_t number = 0)
      : is_recorded_(Recording::is_on() && *name != '\0') {
    if (is_recorded_) Recording::current->scopes_.push_back({name, number});
  }
  ~ProbeScope() {
    if (is_recorded_) Recording::current->scopes_.pop_back();
  }
  ProbeScope(const ProbeScope&) = delete;
  ProbeScope& operator=(const ProbeScope&) = delete;

 private:
  bool is_recorded_;
};

/// Records `value` if a Recording is on, and returns it; used by REGARD_OBSERVED.
template <class T>
std::decay_t<T> observed(T&& value, const Probe& probe) {
  if (Recording::is_on()) return Recording::keep(probe, std::forward<T>(value));
  return std::forward<T>(value);
}

}  // namespace regard::ops
