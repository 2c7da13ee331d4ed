#pragma once
#include <torch/types.h>

#include <string>

#include "regard/interop/foreign_model.h"

namespace regard::interop {

/// Reads a MarianMT checkpoint of Hugging Face's transformers, as the models of Helsinki-NLP are:
/// config.json, model.safetensors, vocab.json, source.spm and target.spm, with target_vocab.json
/// where each language has its vocabulary. Numbers of float16 become float32. The order of its
/// vocabulary is kept (text/vocabulary_list.h). Its decoder starts with pad; regard's bos gets a
/// copy of that row, and a bias that keeps it out of every softmax. Throws Error where a file is
/// missing or damaged, and where the model has what regard's Transformer lacks, naming it.
ForeignModel import_marian(const std::string& directory);

/// Writes such a checkpoint, with weights of `type` (float32 or float16), into a directory that
/// holds none; what was imported has the same tensors again. Throws Error where MarianMT lacks what
/// the model has: it is a Transformer with post-norm, sinusoidal positions and tied embeddings or
/// none.
void export_marian(const std::string& directory, const ForeignModel& model,
                   torch::ScalarType type = torch::kFloat32);

}  // namespace regard::interop
