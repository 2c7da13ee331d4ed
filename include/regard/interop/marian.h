#pragma once
#include <torch/types.h>

#include <string>

#include "regard/interop/foreign_model.h"

namespace regard::interop {

/// Reads a MarianMT checkpoint of Hugging Face's transformers, such as Helsinki-NLP's models:
/// config.json, model.safetensors, vocab.json, source.spm and target.spm, with target_vocab.json if
/// each language has its own vocabulary. float16 becomes float32. The order of the vocabulary is
/// kept (text/vocabulary_list.h). Its decoder starts with pad; regard's bos gets a copy of that
/// row, and a bias that keeps it out of every softmax. Throws Error if a file is missing or
/// damaged, and if regard's Transformer lacks a part of the model, naming it.
ForeignModel import_marian(const std::string& directory);

/// Writes such a checkpoint, with weights of `type` (float32 or float16), into a directory that
/// holds none; an imported model gets its original tensors back. Throws Error if MarianMT lacks a
/// part of the model: it must be a Transformer with post-norm, sinusoidal positions and embeddings
/// tied everywhere or nowhere.
void export_marian(const std::string& directory, const ForeignModel& model,
                   torch::ScalarType type = torch::kFloat32);

}  // namespace regard::interop
