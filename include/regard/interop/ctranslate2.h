#pragma once
#include <string>

#include "regard/interop/foreign_model.h"

namespace regard::interop {

/// Reads a Transformer that CTranslate2 4 wrote: model.bin (float32, float16, bfloat16 or int8),
/// config.json and its vocabularies, and beside them, for CTranslate2 leaves text to others,
/// source.spm and target.spm or sentencepiece.model. All numbers become float32. Its vocabularies
/// have no pad; the weights of regard's pad are zero. Throws Error where a file is missing or
/// damaged, and where the model has what regard's Transformer lacks, naming it.
ForeignModel import_ctranslate2(const std::string& directory);

/// How export_ctranslate2 writes matrices; vectors are float32 with int8.
enum class Ctranslate2Type { float32, float16, int8 };

/// Writes such a directory, with source.spm and target.spm, into one that holds no model. A model
/// that was imported from Marian starts from a zero vector, as CTranslate2's own converter has it;
/// one of regard's own has the token <s> for that. Throws Error where CTranslate2 lacks what the
/// model has.
void export_ctranslate2(const std::string& directory, const ForeignModel& model,
                        Ctranslate2Type type = Ctranslate2Type::float32);

}  // namespace regard::interop
