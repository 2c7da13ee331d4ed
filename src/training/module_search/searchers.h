#pragma once
#include <torch/types.h>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/weights.h"
#include "model/seq2seq_model.h"
#include "module_search/steps.h"
#include "regard/config/search_options.h"
#include "regard/translate/translation.h"
#include "text/tokenizer_pair.h"
#include "translate/searcher.h"
#include "translate/translation_model.h"
#include "translate/word_alignment.h"

namespace regard::translate {

/// Limits LibTorch to one thread during its lifetime. The steps of a single sentence are too small
/// to share: two threads, which synchronize after each operation, take twice as long as one, and
/// three times as long next to a busy core (docs/trials.md). Several may exist at once.
class OneThread {
 public:
  OneThread();
  ~OneThread();
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_;
};

/// Searches with the modules of one or several models, on any device. `decoders` is called for each
/// search. Restores the training mode of models.
std::unique_ptr<const Searcher> module_searcher(std::function<search::Decoders()> decoders);
std::unique_ptr<const Searcher> module_searcher(model::Seq2SeqModel& model);

/// The fastest searcher for a model in memory: the engine, with a copy of the current weights, if
/// it supports the architecture and the model is on the CPU; otherwise, the model's modules.
std::unique_ptr<const Searcher> searcher_of(model::Seq2SeqModel& model);

/// The model's modules on their device, in eval mode, with the weights that its directory had when
/// the model was opened.
model::Seq2SeqModel& module_of(const TranslationModel& model);

/// The elements of a tensor. float32 on the CPU is not copied.
inline engine::Numbers numbers_of(const torch::Tensor& tensor) {
  const auto kept = std::make_shared<const torch::Tensor>(
      tensor.detach().to(torch::kCPU, torch::kFloat32).contiguous());
  return {kept, kept->const_data_ptr<float>()};
}

/// The engine for a model in memory, on any device, with its current weights; nullopt if the engine
/// does not support the architecture.
std::optional<engine::Engine> engine_of(model::Seq2SeqModel& model,
                                        const engine::EngineOptions& options = {});

/// The words of a line and of its translation, and the attention between them.
struct AttendedWords {
  std::vector<std::string> source = {};
  std::vector<std::string> target = {};
  Weights weights = {};  ///< rows: target, columns: source; empty if the model has no attention
};

/// The attended words of existing translations. `written` are their tokens, which the model reads
/// again by teacher forcing. The attention is the one that alignments are read from
/// (model::AlignmentSource). `tag` is the token that preceded each source (search.tag).
std::vector<AttendedWords> attended_words(model::Seq2SeqModel& model,
                                          const text::TokenizerPair& tokenizers,
                                          std::span<const std::string> lines,
                                          std::span<const std::vector<int64_t>> written,
                                          std::optional<int64_t> tag = {});

/// Maximum number of tokens, eos included; larger maps are unreadable.
inline constexpr size_t kLongestAttended = 128;

/// The attention of the model to `line` over the best candidate of its `translation`, computed by
/// teacher forcing. The model does not read copied items, so `source` and `written` lack them; the
/// translation has them. Empty for a blank line, a line of more than kLongestAttended tokens, or
/// one translated in parts. `tag` is the token put before the source (search.tag).
std::optional<AttendedTranslation> attention_of(model::Seq2SeqModel& model,
                                                const text::TokenizerPair& tokenizers,
                                                const std::string& line, Translation translation,
                                                std::optional<int64_t> tag = {});

/// Translates `line` and computes the attention as attention_of() does. Throws Error if the line
/// has no words or more than kLongestAttended tokens.
AttendedTranslation translate_with_attention(model::Seq2SeqModel& model,
                                             const text::TokenizerPair& tokenizers,
                                             const std::string& line,
                                             const config::SearchOptions& options);

}  // namespace regard::translate
