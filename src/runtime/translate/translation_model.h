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

/// A model directory to translate with: by the inference engine if that supports the model, on the
/// CPU, otherwise by the model's modules. With an engine, the modules take no memory until
/// something needs them. Several threads may use one.
class TranslationModel {
 public:
  /// Throws Error as store::open_model does; if the options need the engine, which does not support
  /// the model; if the shortlist is missing, damaged, or was learned with other tokenizers; if the
  /// other models have other tokenizers; and NeedsModules.
  explicit TranslationModel(const std::string& directory, const TranslatorOptions& options = {});
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
  /// Precision of the engine's products.
  engine::Precision precision() const;
  /// How running text is split for this model.
  DocumentOptions document_options() const;
  /// How full the places are that calls share (TranslatorOptions::shared).
  engine::Engine::Fill fill() const;

  /// Throws NeedsModules.
  Modules& modules() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::translate
