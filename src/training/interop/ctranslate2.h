#pragma once
#include <array>
#include <string>
#include <vector>

#include "interop/foreign_model.h"

namespace regard::interop {

/// Reads a Transformer of CTranslate2 4: model.bin (float32, float16, bfloat16 or int8),
/// config.json and its vocabularies, and beside them, because CTranslate2 leaves text processing to
/// others, source.spm and target.spm or sentencepiece.model. All numbers become float32. Its
/// vocabularies have no pad; the weights of regard's pad are zero. Throws Error if a file is
/// missing or damaged, and if regard's Transformer lacks a part of the model, naming it.
ForeignModel import_ctranslate2(const std::string& directory);

/// Number type of exported matrices; with int8, vectors are float32.
enum class WeightType { float32, float16, int8 };
constexpr auto names_of(WeightType) { return std::array{"float32", "float16", "int8"}; }

/// Who ends a source with </s>: for an imported Marian model the caller, as CTranslate2's own
/// converter has it; otherwise, and always for callers who do not, CTranslate2.
enum class SourceEnd { as_converted, by_ctranslate2 };

/// Writes such a directory, with source.spm and target.spm; it must not hold a model. A model
/// imported from Marian starts from a zero vector, as in CTranslate2's own converter; a model of
/// regard starts from the token <s>. Throws Error if CTranslate2 lacks a part of the model.
void export_ctranslate2(const std::string& directory, const ForeignModel& model,
                        WeightType type = WeightType::float32,
                        SourceEnd source_end = SourceEnd::as_converted);

/// The options of a model that CTranslate2 cannot hold, as phrases: "model.norm_input is true".
std::vector<std::string> beyond_ctranslate2(const config::Experiment& experiment);

}  // namespace regard::interop
