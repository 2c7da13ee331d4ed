#pragma once
#include <torch/types.h>

#include <memory>
#include <optional>
#include <string>

#include "regard/config/experiment.h"
#include "regard/engine/engine.h"
#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::translate {

struct TranslationModelOptions {
  torch::Device device = torch::kCPU;
  /// Of the engine: float32, bf16, int8 (engine/precision.h), or auto, which is float32, or int8
  /// where the model's file has int8.
  std::string compute = "auto";
  /// Of the engine: translations are of the tokens that the directory's shortlist allows
  /// (kShortlistFile).
  bool shortlist = false;
  bool engine = true;  ///< false where all that is wanted needs the modules
};

/// A model directory to translate with: by the inference engine where that supports the model, on
/// the CPU, otherwise by the model's modules. Where there is an engine, the modules take no memory
/// until something needs them. Several threads may use one.
class TranslationModel {
 public:
  /// Throws Error as load_model_directory does; where bf16, int8 or a shortlist is asked for and
  /// the engine does not support the model; where the shortlist is missing, damaged, or was learnt
  /// with other tokenizers.
  explicit TranslationModel(const std::string& directory,
                            const TranslationModelOptions& options = {});
  TranslationModel(TranslationModel&&) noexcept;
  TranslationModel& operator=(TranslationModel&&) noexcept;
  ~TranslationModel();

  const config::Experiment& experiment() const;
  const text::TokenizerPair& tokenizers() const;
  const std::optional<engine::Engine>& engine() const;

  /// The model on its device, in eval mode, with the weights of the engine: those that the
  /// directory had when it was opened.
  model::Seq2SeqModel& modules() const;

  /// The modules, to search with what the engine cannot do. Warns, once, where something was asked
  /// for that only the engine has.
  model::Seq2SeqModel& modules_for_search() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::translate
