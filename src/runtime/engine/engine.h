#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "architecture/alignment_source.h"
#include "config/node.h"
#include "engine/weights.h"
#include "search/beam_search_options.h"
#include "search/request.h"

namespace regard::engine {

struct EngineOptions {
  /// Precision of matrix multiplications; below float32, log-probabilities change slightly.
  Precision precision = Precision::float32;
  /// The tokens that translations of a source may contain, in ascending order, including pad, bos
  /// and eos; a softmax over these tokens only is faster. Empty: all tokens. Must be thread-safe.
  std::function<std::vector<int32_t>(std::span<const int64_t> source)> vocabulary = {};
};

/// The description of a model, without its weights.
struct Outline {
  config::Node options;  ///< the model section of the config
  int64_t source_vocab, target_vocab;
  model::AlignmentSource alignment = {};
};

struct EngineRun {
  /// Maximum sentences in progress, over all threads; the engine uses fewer if that is faster.
  int64_t sentences = 32;
  int64_t threads = 1;
  /// The request of each source; empty: no requests.
  std::span<const search::Request> requests = {};
  /// Called before each step, on the caller's thread; may throw to stop at once.
  std::function<void()> check = [] {};
};

/// Beam search with a model on the CPU, without LibTorch: weights are packed once for its own
/// kernels, sentences are not padded, and a finished sentence makes room for the next. The results
/// equal search::beam_search with the model's modules, up to rounding. A translation depends only
/// on its sentence, bit for bit, regardless of other sentences and the number of threads.
class Engine {
 public:
  /// Whether the engine supports the architecture with this name (`model.type`).
  static bool supports(const std::string& architecture);

  /// Copies the weights, most of them packed, so changed weights need a new engine; embeddings may
  /// share the memory of `weights`. Throws Error if the architecture is not supported or its
  /// options are wrong, and the errors of `weights`.
  Engine(const Outline& outline, const Weights& weights, const EngineOptions& options = {});
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  /// Adds a model with the same vocabulary to an ensemble, whose probabilities are averaged.
  /// This engine keeps its EngineOptions::vocabulary. Throws Error if the vocabulary sizes differ.
  void join(Engine other);

  /// From now on, all calls of translate() share these threads and slots, with continuous batching
  /// across calls: for servers. Calls are scheduled by fair queueing. EngineRun::sentences and
  /// threads are ignored. The hypotheses of sentences in slots use at most `most_bytes`; a sentence
  /// that exceeds a thread's share runs alone on that thread.
  void share_threads(int64_t threads, int64_t sentences, int64_t most_bytes);

  /// Occupancy of the shared batch slots.
  struct Fill {
    int64_t waiting = 0;     ///< sentences without a slot
    int64_t translated = 0;  ///< sentences in slots
    int64_t slots = 0;
  };
  Fill fill() const;

  /// The n-best translations of each source, best first, as search::beam_search returns them. Every
  /// source must end in eos. Thread-safe.
  std::vector<std::vector<search::Hypothesis>> translate(
      std::span<const std::vector<int64_t>> sources, const search::BeamSearchOptions& options,
      const EngineRun& run = {}) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::engine
