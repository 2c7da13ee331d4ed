#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "regard/config/check.h"

namespace regard::translate {

/// Number type of matrix products when translating on the CPU (engine/precision.h).
enum class Compute { automatic, float32, bf16, int8 };
constexpr auto names_of(Compute) { return std::array{"auto", "float32", "bf16", "int8"}; }

/// What the calls of a translator share that several threads make: see
/// engine::Engine::share_threads.
struct SharedPlaces {
  int64_t threads;
  int64_t sentences;
  int64_t most_bytes;
};

/// Where and how a translator computes, and which models join its own; all must have the same
/// tokenizers.
struct TranslatorOptions {
  std::string device = "auto";
  Compute compute = Compute::automatic;
  bool shortlist = false;
  int64_t threads = 0;
  std::vector<std::string> others = {};
  std::string language_model = {};
  std::optional<SharedPlaces> shared = {};  ///< by the engine alone, and for a program's code

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = TranslatorOptions;
    v.field("device", &O::device, config::device_name(), "Where to compute.");
    v.field("compute", &O::compute,
            "Number type of matrix products when translating on the CPU. bf16 (with AVX512-BF16) "
            "and int8 are faster and slightly less exact; auto is int8 for a model from regard "
            "quantize, otherwise float32.");
    v.field("shortlist", &O::shortlist,
            "On the CPU: search only the tokens of the sentence's shortlist (see regard "
            "shortlist), which is faster and slightly less exact.");
    v.field("threads", &O::threads, config::count_of(0, limits::kThreads),
            "CPU threads of the whole program. 0 is one per core.");
    v.field("others", &O::others,
            "Directories of further models, of any architecture, which form an ensemble: its "
            "probability is the mean of theirs.");
    v.field("language_model", &O::language_model, config::model_directory(),
            "A language model with the same tokenizer, whose log-probabilities are added with the "
            "weight language_model_weight.");
  }
};

}  // namespace regard::translate
