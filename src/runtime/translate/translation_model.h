#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "config/experiment.h"
#include "engine/engine.h"
#include "regard/translate/translation.h"
#include "regard/translate/translator_options.h"
#include "text/tokenizer_pair.h"
#include "translate/plan.h"
#include "translate/searcher.h"
#include "translate/sources.h"
#include "translate/translate_document.h"

namespace regard::translate {

/// A model directory opened for translation. Uses the inference engine if it supports the model on
/// the CPU, else the model's modules. With an engine, modules are created only when needed.
/// Thread-safe.
class TranslationModel {
 public:
  /// Throws the same errors as store::open_model. Also throws Error if the options need the engine
  /// but it does not support the model; if the shortlist is missing, is damaged or belongs to other
  /// tokenizers; or if the other models have different tokenizers. May throw NeedsModules.
  explicit TranslationModel(const std::string& directory, const TranslatorOptions& options = {});
  TranslationModel(TranslationModel&&) noexcept;
  TranslationModel& operator=(TranslationModel&&) noexcept;
  ~TranslationModel();

  /// Translates like translate_lines() and translate_sources() (translate_lines.h).
  std::vector<Translation> translate(
      std::span<const std::string> lines, const TranslationRequest& request,
      const std::function<void()>& before_step = [] {}) const;
  std::vector<Translation> translate(
      const Sources& sources, const TranslationRequest& request,
      const std::function<void()>& before_step = [] {}) const;

  const config::Experiment& experiment() const;
  const text::TokenizerPair& tokenizers() const;
  bool has_engine() const;
  /// Precision of the engine's matrix multiplications.
  engine::Precision precision() const;
  /// Options for splitting running text for this model.
  DocumentOptions document_options() const;
  /// Occupancy of the shared batch slots (TranslatorOptions::shared).
  engine::Engine::Fill fill() const;

  /// The model's modules. Throws NeedsModules.
  Modules& modules() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::translate
