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
  /// Precision of matrix products. Below float32, log-probabilities change slightly.
  Precision precision = Precision::float32;
  /// The tokens that translations of a source may contain, in ascending order, pad, bos and eos
  /// included: the softmax is over these alone, which takes less time. Empty: all tokens. Called by
  /// several threads at once.
  std::function<std::vector<int32_t>(std::span<const int64_t> source)> vocabulary = {};
};

/// Description of a model without its weights.
struct Outline {
  config::Node options;  ///< the model section of its config
  int64_t source_vocab, target_vocab;
  model::AlignmentSource alignment = {};
};

struct EngineRun {
  /// Translated at a time, over all threads; fewer where more of them would be slower.
  int64_t sentences = 32;
  int64_t threads = 1;
  /// One for each source, or none.
  std::span<const search::Request> requests = {};
  /// Called before each step, in the caller's thread; may throw to end the work at once.
  std::function<void()> check = [] {};
};

/// Search with a model on the CPU, without tensors: weights are packed once for kernels of its own;
/// sentences are not padded, and a finished one makes room for the next. It finds what
/// search::beam_search finds with the model's modules, up to rounding. A translation depends on its
/// sentence alone, bit for bit, whatever its neighbours and the number of threads.
class Engine {
 public:
  /// Whether the engine knows the architecture, a `model.type`.
  static bool supports(const std::string& architecture);

  /// Copies the weights, most of them packed, so a change of them needs a new engine; embeddings
  /// may keep their memory. Throws Error if the architecture is not supported, if its options are
  /// wrong, and as `weights` does.
  Engine(const Outline& outline, const Weights& weights, const EngineOptions& options = {});
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  /// Lets another model with the same tokens take part: the probabilities of all are averaged (an
  /// ensemble). The vocabulary stays this engine's. Throws Error if the numbers of tokens differ.
  void join(Engine other);

  /// From now on, all calls of translate() share these threads and slots, and a sentence of one
  /// takes the slot of a sentence of another: for servers. Calls take turns by the work that their
  /// sentences are. EngineRun::sentences and threads no longer count. Sentences in slots take at
  /// most `most_bytes` for their hypotheses; one that is larger has a thread to itself.
  void share_threads(int64_t threads, int64_t sentences, int64_t most_bytes);

  /// How full the shared slots are.
  struct Fill {
    int64_t waiting = 0;     ///< sentences without a slot
    int64_t translated = 0;  ///< sentences in slots
    int64_t slots = 0;
  };
  Fill fill() const;

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
