#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "regard/engine/precision.h"
#include "regard/model/seq2seq_model.h"
#include "regard/search/beam_search_options.h"
#include "regard/search/hypothesis.h"
#include "regard/search/request.h"

namespace regard::engine {

struct EngineOptions {
  /// Of matrix products. Less than float32 changes log-probabilities a little.
  Precision precision = Precision::float32;
  /// Of a source the tokens that its translations may have, in ascending order, pad, bos and eos
  /// among them: probabilities are shared out among these alone, and a token takes as much less
  /// time. None: all tokens. Several threads call it at once.
  std::function<std::vector<int32_t>(std::span<const int64_t> source)> vocabulary = {};
};

/// Gives the numbers of a parameter of a model.
using NumbersOf = std::function<torch::Tensor(const torch::Tensor& parameter)>;

struct EngineRun {
  int64_t sentences = 32;  ///< translated at a time, by all threads together
  int64_t threads = 1;
  /// What is wanted of the translation of each source: of these the smallest lengths. None:
  /// nothing.
  std::span<const search::Request> requests = {};
  /// Called before each step, in the caller's thread; may throw to end the work at once.
  std::function<void()> check = [] {};
};

/// Search with a model on the CPU, without tensors: weights packed once for kernels of its own,
/// sentences that are not padded and make room for the next as soon as they are done. It finds what
/// search::beam_search finds with the model's modules, up to rounding. A translation depends on its
/// sentence alone, bit for bit: not on others, their number, or threads.
class Engine {
 public:
  /// Whether the engine can do all that the model does; what it can't, the model's modules can.
  static bool supports(const model::Seq2SeqModel& model);

  /// Takes the weights as they are: when they change, another engine is needed. Each is asked for
  /// when it is packed, so that a model that has shapes only (nn/shapes_only.h) need never be in
  /// memory. Throws c10::Error where the model is not supported.
  explicit Engine(
      model::Seq2SeqModel& model, const EngineOptions& options = {},
      const NumbersOf& numbers_of = [](const torch::Tensor& own) { return own; });
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  /// The n-best translations of each source, which ends in eos, best first, as search::beam_search
  /// gives them. Several threads may call it at once.
  std::vector<std::vector<search::Hypothesis>> translate(
      std::span<const std::vector<int64_t>> sources, const search::BeamSearchOptions& options,
      const EngineRun& run = {}) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::engine
