#pragma once
#include <torch/types.h>

#include <memory>
#include <string>

#include "regard/config/experiment.h"
#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::interop {

/// A model that another program wrote, as regard has it: all that a model directory needs.
struct ForeignModel {
  config::Experiment experiment;
  text::TokenizerPair tokenizers;
  std::shared_ptr<model::Seq2SeqModel> model;  ///< on the CPU, in eval mode
};

/// Reads a directory that transformers (marian.h) or CTranslate2 (ctranslate2.h) wrote. Throws
/// Error where it is neither, naming what it seems to be and how it can be converted: a pickle
/// (pytorch_model.bin, *.ckpt, *.pt) is never read, for reading one runs what is in it.
ForeignModel import_model(const std::string& directory);

}  // namespace regard::interop
