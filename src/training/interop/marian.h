#pragma once
#include <torch/types.h>

#include <string>
#include <vector>

#include "interop/foreign_model.h"

namespace regard::interop {

/// Checkpoints of two architectures of Hugging Face's transformers that differ only in where layer
/// normalization stands: MarianMT (post-norm), as Helsinki-NLP's models, and Pegasus (pre-norm).
/// Both are read with MarianTokenizer: config.json, model.safetensors, vocab.json, source.spm and
/// target.spm, with target_vocab.json if each language has its own vocabulary.

/// Reads such a checkpoint. float16 becomes float32. The order of the vocabulary is kept
/// (text/vocabulary_list.h). Where its decoder starts with pad, regard's bos gets a copy of that
/// row, and a bias that keeps it out of every softmax. Throws Error if a file is missing or
/// damaged, and if regard's Transformer lacks a part of the model, naming it.
ForeignModel import_marian(const std::string& directory);

/// Writes such a checkpoint, with weights of `type` (float32 or float16), into a directory that
/// holds none. An imported model gets its original tensors back; in a model of regard's own,
/// tokens keep their ids and the decoder starts with bos. Throws Error as beyond_marian says.
void export_marian(const std::string& directory, const ForeignModel& model,
                   torch::ScalarType type = torch::kFloat32);

/// The options of a Transformer that such a checkpoint cannot hold, as phrases: "model.norm_input
/// is true". Throws Error if the experiment has another architecture.
std::vector<std::string> beyond_marian(const config::Experiment& experiment);

}  // namespace regard::interop
