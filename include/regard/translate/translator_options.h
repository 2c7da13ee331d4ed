#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "regard/base/error.h"
#include "regard/config/check.h"
#include "regard/config/generation_options.h"
#include "regard/text/glossary.h"
#include "regard/text/translation_memory.h"

namespace regard::translate {

/// Draw translations at random instead of searching for the best.
struct Draw {
  /// Uses temperature, top_k, top_p, epsilon and seed. A line's translation depends only on the
  /// seed and the line's number.
  config::GenerationOptions sampling = {};
  int64_t first_number = 0;  ///< number of the first line
  /// Draw N translations of each line and take those most similar to the others
  /// (candidates.h). 0: draw one.
  int64_t least_risk = 0;
};

/// Requests beyond the options of search.
struct RequestOptions {
  /// The start of each line's translation; empty: no prefixes. One of several sentences belongs to
  /// several sentences of the line.
  std::vector<std::string> prefixes = {};
  /// Terms whose given translations must appear wherever a line contains them; Translation::unmet
  /// names the missing ones.
  const text::Glossary* glossary = nullptr;
  /// A line that is in the memory has the translation that it has there, unless that must have a
  /// prefix or alternatives; Translation::matches lists the similar entries of each line.
  const text::TranslationMemory* memory = nullptr;
  /// Words and phrases that translations keep unchanged, such as names (search.copy); at most
  /// limits::kKeptTexts.
  std::vector<std::string> keep = {};
  bool pieces = false;        ///< fill Candidate::pieces
  bool attention = false;     ///< fill Candidate::pieces, words and attention
  bool word_parts = false;    ///< words of `attention` end at marks, too: "l", "'", "eau", "."
  bool token_scores = false;  ///< fill Candidate::pieces and token_log_probs
  bool confidence = false;    ///< fill those, confidences and Translation::flags
  /// Instead of the n best, return N continuations of the prefix: the best translation for each of
  /// the most likely next tokens, without duplicate texts. 0: no alternatives.
  int64_t alternatives = 0;
  /// Instead of search, without the language model, and only with `pieces`.
  std::optional<Draw> draw = {};
};

/// Ways to write a text with tags or other marks, which translation keeps.
enum class Markup { html, xml, markdown };
constexpr auto names_of(Markup) { return std::array{"html", "xml", "markdown"}; }

/// How a caller ends a long call.
struct Control {
  /// Once any thread requests a stop, the call throws Cancelled within a step of the model.
  std::stop_token stop = {};
  /// Called before each step, in the thread of the call. It may throw to end the call, which passes
  /// the exception on: for deadlines and signals.
  std::function<void()> check = [] {};

  /// Both stop and check as one function, called before each step.
  std::function<void()> before_step() const {
    return [stop = stop, check = check] {
      if (stop.stop_requested()) throw Cancelled();
      check();
    };
  }
};

/// Number type of matrix products when translating on the CPU (engine/weights.h).
enum class Compute { automatic, float32, bf16, int8 };
constexpr auto names_of(Compute) { return std::array{"auto", "float32", "bf16", "int8"}; }

/// What the calls of a translator share that several threads make: see
/// engine::Engine::share_threads.
struct SharedSlots {
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
  std::optional<SharedSlots> shared = {};  ///< by the engine alone, and for a program's code

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
