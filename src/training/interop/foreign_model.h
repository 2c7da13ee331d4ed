#pragma once
#include <torch/types.h>

#include <memory>
#include <string>

#include "config/experiment.h"
#include "model/seq2seq_model.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {

/// Another program's model in regard's terms: everything a model directory needs.
struct ForeignModel {
  config::Experiment experiment;
  text::TokenizerPair tokenizers;
  std::shared_ptr<model::Seq2SeqModel> model;  ///< on the CPU, in eval mode
};

/// Reads a directory of transformers (marian.h) or CTranslate2 (ctranslate2.h). Throws Error for
/// any other, naming its likely format and how to convert it. A pickle (pytorch_model.bin, *.ckpt,
/// *.pt) is never read, because reading one executes its content.
ForeignModel import_model(const std::string& directory);

}  // namespace regard::interop
