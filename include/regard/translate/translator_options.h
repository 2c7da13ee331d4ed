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

/// Draws translations at random instead of searching for the best.
struct Draw {
  /// Only the options temperature, top_k, top_p, epsilon and seed are used. A line's
  /// translation depends only on the seed and the line's number.
  config::GenerationOptions sampling = {};
  int64_t first_number = 0;  ///< number of the first line
  /// Draw N translations of each line and choose those most similar to the others (candidates.h).
  /// 0: draw one.
  int64_t least_risk = 0;
};

/// Options of one call, in addition to the search options.
struct RequestOptions {
  /// The start of each line's translation; empty: no prefixes. A prefix of several sentences spans
  /// several sentences of the line.
  std::vector<std::string> prefixes = {};
  /// Terms whose given translations must appear wherever a line contains them; Translation::unmet
  /// names the missing ones.
  const text::Glossary* glossary = nullptr;
  /// A line that the memory contains is translated as in the memory, unless a prefix or
  /// alternatives are requested; Translation::matches lists the entries similar to each line.
  const text::TranslationMemory* memory = nullptr;
  /// Words and phrases that translations keep unchanged, such as names (search.copy); at most
  /// limits::kKeptTexts.
  std::vector<std::string> keep = {};
  bool pieces = false;        ///< fill Candidate::pieces
  bool attention = false;     ///< fill Candidate::pieces, words and attention
  bool word_parts = false;    ///< also split words of `attention` at marks: "l", "'", "eau", "."
  bool token_scores = false;  ///< fill Candidate::pieces and token_log_probs
  bool confidence = false;    ///< like token_scores; also fill confidences and flags
  /// Instead of the n best, return N continuations of the prefix: the best translation for each of
  /// the most likely next tokens, without duplicate texts. 0: no alternatives.
  int64_t alternatives = 0;
  /// Draw instead of searching, without the language model; excludes prefixes, a glossary,
  /// attention and alternatives.
  std::optional<Draw> draw = {};
};

/// Markup languages; translation keeps their tags and marks.
enum class Markup { html, xml, markdown };
constexpr auto names_of(Markup) { return std::array{"html", "xml", "markdown"}; }

/// Lets a caller end a long call.
struct Control {
  /// Once any thread requests a stop, the call throws Cancelled within a step of the model.
  std::stop_token stop = {};
  /// Called before each step, on the calling thread. It may throw, for a deadline or a signal, to
  /// end the call, which rethrows the exception.
  std::function<void()> check = [] {};

  /// Combines stop and check in one function, to be called before each step.
  std::function<void()> before_step() const {
    return [stop = stop, check = check] {
      if (stop.stop_requested()) throw Cancelled();
      check();
    };
  }
};

/// Number type of matrix multiplications when translating on the CPU (engine/weights.h).
enum class Compute { automatic, float32, bf16, int8 };
constexpr auto names_of(Compute) { return std::array{"auto", "float32", "bf16", "int8"}; }

/// Batch slots shared by concurrent calls of a translator: see engine::Engine::share_threads.
struct SharedSlots {
  int64_t threads;
  int64_t sentences;
  int64_t most_bytes;
};

/// The device and number types of a translator, and further models of its ensemble; all models must
/// have the same tokenizers.
struct TranslatorOptions {
  std::string device = "auto";
  Compute compute = Compute::automatic;
  bool shortlist = false;
  int64_t threads = 0;
  std::vector<std::string> others = {};
  std::string language_model = {};
  std::optional<SharedSlots> shared = {};  ///< set only by programs; needs the CPU engine

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = TranslatorOptions;
    v.field("device", &O::device, config::device_name(), "Where to compute.");
    v.field("compute", &O::compute,
            "Number type of matrix multiplications when translating on the CPU. bf16 (with "
            "AVX512-BF16) and int8 are faster and slightly less exact; auto: int8 for a model from "
            "regard quantize, otherwise float32.");
    v.field("shortlist", &O::shortlist,
            "On the CPU: search only the tokens of the sentence's shortlist (see regard "
            "shortlist), which is faster and slightly less exact.");
    v.field("threads", &O::threads, config::count_of(0, limits::kThreads),
            "CPU threads of the whole program. 0: one per core.");
    v.field("others", &O::others,
            "Directories of further models for an ensemble, which averages the probabilities of "
            "all its models. Architectures may differ.");
    v.field("language_model", &O::language_model, config::model_directory(),
            "A language model with the same tokenizer. Its log-probabilities are added with the "
            "weight language_model_weight.");
  }
};

}  // namespace regard::translate
