#pragma once
#include <torch/types.h>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Probes show the values of a forward pass where they are computed, so that nobody computes them
/// again to explain them:
///   const auto scores = REGARD_OBSERVED("scores", query.matmul(keys.t()));
/// is the product, which a Recording of this thread keeps together with its name and the text of
/// the expression. Without a recording, a probe is one branch. A list of tensors has a name for
/// each: "keys, values". A recording may also change values: what it returns goes on in the pass.
/// Probes stand in equations, that is in modules and in plain bodies
/// (ops/bodies.h): a fused body shows nothing of its inside.
#define REGARD_OBSERVED(name, ...) \
  ::regard::ops::observed((__VA_ARGS__), ::regard::ops::Probe{(name), #__VA_ARGS__, __FILE__})

namespace regard::ops {

/// An expression of the source.
struct Probe {
  const char* name;
  const char* expression;  ///< its text
  const char* file;        ///< as the compiler was given it

  /// "src/training/ops/head_attention.cpp"
  std::string source_file() const;
};

/// What surrounds a probe: "encoder", or the third "layer".
struct ProbeScopeName {
  const char* name;
  int64_t number;
};

/// A value that a probe showed.
struct Observed {
  Probe probe;
  std::string name;                    ///< the value's own, where the probe is one of a list
  std::vector<ProbeScopeName> scopes;  ///< outermost first
  torch::Tensor value;

  /// The names of the scopes and its own: "encoder/layer/self-attention/scores".
  std::string path() const;
  /// The number of the scope `scope`; `otherwise` outside of such a scope.
  int64_t number_of(const std::string& scope, int64_t otherwise) const;
};

/// While it lives, keeps what the probes of this thread show. One at a time in a thread.
class Recording {
 public:
  /// What takes the place of a value; the value itself, to leave it as it is.
  using Change = std::function<torch::Tensor(const Observed&)>;

  explicit Recording(Change change = {});
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// Whether this thread records.
  static bool is_on() { return current != nullptr; }
  /// In the order of the pass.
  const std::vector<Observed>& values() const { return values_; }

  /// Changes and keeps a value, and returns it; of undefined tensors nothing is kept. Returns the
  /// value as it is outside of a recording.
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

/// While it lives, probes of this thread have `name` in their path. An empty name changes nothing.
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

/// The value itself; see REGARD_OBSERVED.
template <class T>
std::decay_t<T> observed(T&& value, const Probe& probe) {
  if (Recording::is_on()) return Recording::keep(probe, std::forward<T>(value));
  return std::forward<T>(value);
}

}  // namespace regard::ops
