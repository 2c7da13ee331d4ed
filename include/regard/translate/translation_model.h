#pragma once
#include <torch/types.h>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "regard/config/experiment.h"
#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"
#include "regard/translate/sources.h"
#include "regard/translate/translation.h"
#include "regard/translate/translation_request.h"

namespace regard::translate {

struct TranslationModelOptions {
  torch::Device device = torch::kCPU;
  /// Of the engine: float32, bf16, int8 (engine/precision.h), or auto, which is float32, or int8
  /// where the model's file has int8.
  std::string compute = "auto";
  /// Of the engine: translations are of the tokens that the directory's shortlist allows.
  bool shortlist = false;
  /// Directories of further models with the same tokenizers, for an ensemble, and of a language
  /// model with the target's tokenizer (search/steps.h); none: empty. They need the modules.
  std::vector<std::string> others = {};
  std::string language_model = {};
};

/// A model directory to translate with: by the inference engine where that supports the model, on
/// the CPU, otherwise by the model's modules. Where there is an engine, the modules take no memory
/// until something needs them. Several threads may use one.
class TranslationModel {
 public:
  /// Throws Error as interop::load_model does; where bf16, int8 or a shortlist is asked for and
  /// the engine does not support the model; where the shortlist is missing, damaged, or was learnt
  /// with other tokenizers; where the other models have other tokenizers.
  explicit TranslationModel(const std::string& directory,
                            const TranslationModelOptions& options = {});
  TranslationModel(TranslationModel&&) noexcept;
  TranslationModel& operator=(TranslationModel&&) noexcept;
  ~TranslationModel();

  /// As translate_lines and translate_sources (translate_lines.h).
  std::vector<Translation> translate(
      std::span<const std::string> lines, const TranslationRequest& request,
      const std::function<void()>& before_step = [] {}) const;
  std::vector<Translation> translate(
      const Sources& sources, const TranslationRequest& request,
      const std::function<void()>& before_step = [] {}) const;

  const config::Experiment& experiment() const;
  const text::TokenizerPair& tokenizers() const;
  bool has_engine() const;

  /// The model on its device, in eval mode, with the weights of the engine: those that the
  /// directory had when it was opened.
  model::Seq2SeqModel& modules() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::translate
