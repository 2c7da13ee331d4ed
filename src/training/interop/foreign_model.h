#pragma once
#include <torch/types.h>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/experiment.h"
#include "model/seq2seq_model.h"
#include "text/shortlist.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {

/// Another program's model in regard's terms: everything a model directory needs.
struct ForeignModel {
  config::Experiment experiment;
  text::TokenizerPair tokenizers;
  std::shared_ptr<model::Seq2SeqModel> model;  ///< on the CPU, in eval mode
  std::optional<text::Shortlist> shortlist = std::nullopt;
};

/// Reads a model of transformers, CTranslate2 or Marian: its directory, a .zip of that, or an .npz
/// or .bin file of Marian. Throws Error for any other, naming its likely format and how to convert
/// it. Nothing in a file is executed: of pickles, pytorch_model.bin is read as data
/// (store/pickle.h).
ForeignModel import_model(const std::string& path);

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

/// Checkpoints of two architectures of Hugging Face's transformers that differ only in where layer
/// normalization stands: MarianMT (post-norm), as Helsinki-NLP's models, and Pegasus (pre-norm).
/// Both are read with MarianTokenizer: config.json, model.safetensors, vocab.json, source.spm and
/// target.spm, with target_vocab.json if each language has its own vocabulary.

/// Reads such a checkpoint, with pytorch_model.bin in place of model.safetensors if it is older.
/// float16 becomes float32. The order of the vocabulary is kept
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

/// Reads a Transformer or an RNN of Marian (marian-nmt) itself, from its directory or its file in
/// one: an .npz archive or a .bin with special:model.yml, vocabularies (.yml, .json, .spm, or a
/// piece on each line), source.spm and target.spm unless the vocabularies are such, and a lexical
/// shortlist if there is one. A decoder.yml names the files and the options of search; OPUS-MT, the
/// Tatoeba Challenge, Bergamot and Firefox publish models so. Throws Error if a file is missing or
/// damaged, and if regard lacks what special:model.yml says, naming the option.
ForeignModel import_marian_npz(const std::string& path);

/// Writes such a directory, which must not hold a model. Marian's decoder starts from zeros, so
/// that only a model that does, such as an imported one, can be written. Throws Error otherwise,
/// and as beyond_marian_npz says.
void export_marian_npz(const std::string& directory, const ForeignModel& model);

/// The options of a model that Marian cannot hold, as phrases: "model.positions is half".
std::vector<std::string> beyond_marian_npz(const config::Experiment& experiment);

}  // namespace regard::interop
