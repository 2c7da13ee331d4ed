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

/// Reads a transformers, CTranslate2 or Marian model: its directory, a .zip of it, or Marian's .npz
/// or .bin file. Throws Error for any other format, naming the likely format and how to
/// convert it. Nothing in a file is executed: a pickle (pytorch_model.bin) is read as data
/// (store/pickle.h).
ForeignModel import_model(const std::string& path);

/// Reads a CTranslate2 4 Transformer: model.bin (float32, float16, bfloat16 or int8),
/// config.json, the vocabularies, and source.spm and target.spm or sentencepiece.model. The user
/// must add the .spm files, because CTranslate2 does no text processing. Numbers become float32.
/// The vocabularies have no pad; the weights of regard's pad are zero. Throws Error if a file is
/// missing or damaged, or if regard's Transformer lacks a part of the model, naming it.
ForeignModel import_ctranslate2(const std::string& directory);

/// Number type of exported matrices; with int8, vectors are float32.
enum class WeightType { float32, float16, int8 };
constexpr auto names_of(WeightType) { return std::array{"float32", "float16", "int8"}; }

/// Who appends </s> to a source. as_converted: for an imported Marian model, the caller, as with
/// CTranslate2's own converter; for any other, CTranslate2. by_ctranslate2: always CTranslate2.
enum class SourceEnd { as_converted, by_ctranslate2 };

/// Writes a CTranslate2 directory, with source.spm and target.spm; it must not already hold a
/// model. A model imported from Marian starts from a zero vector, as with CTranslate2's own
/// converter; any other model starts from the token <s>. Throws Error if CTranslate2 lacks a part
/// of the model.
void export_ctranslate2(const std::string& directory, const ForeignModel& model,
                        WeightType type = WeightType::float32,
                        SourceEnd source_end = SourceEnd::as_converted);

/// Model options that CTranslate2 does not support, as phrases: "model.norm_input is true".
std::vector<std::string> beyond_ctranslate2(const config::Experiment& experiment);

/// Checkpoints of two Hugging Face transformers architectures that differ only in the position
/// of layer normalization: MarianMT (post-norm), used by Helsinki-NLP's models, and Pegasus
/// (pre-norm). Both use MarianTokenizer: config.json, model.safetensors, vocab.json, source.spm and
/// target.spm, and target_vocab.json if each language has its own vocabulary.

/// Reads a MarianMT or Pegasus checkpoint; older ones have pytorch_model.bin instead of
/// model.safetensors. float16 becomes float32. The order of the vocabulary is kept
/// (text/vocabulary_list.h). If the decoder starts with pad, regard's bos gets a copy of the row
/// for pad, and a bias that excludes bos from every softmax. Throws Error if a file is missing or
/// damaged, or if regard's Transformer lacks a part of the model, naming it.
ForeignModel import_marian(const std::string& directory);

/// Writes a MarianMT or Pegasus checkpoint, with weights of `type` (float32 or float16), into a
/// directory that holds none. An imported model gets its original tensors back; in a model trained
/// by regard, tokens keep their ids and the decoder starts with bos. Throws Error for everything
/// that beyond_marian lists.
void export_marian(const std::string& directory, const ForeignModel& model,
                   torch::ScalarType type = torch::kFloat32);

/// Transformer options that a MarianMT or Pegasus checkpoint cannot express, as phrases:
/// "model.norm_input is true". Throws Error if the experiment has another architecture.
std::vector<std::string> beyond_marian(const config::Experiment& experiment);

/// Reads a Marian (marian-nmt) Transformer or RNN. `path` is the model's directory or the model
/// file in it: an .npz archive or a .bin with special:model.yml. The directory also has
/// vocabularies (.yml, .json, .spm, or one piece per line), source.spm and target.spm unless the
/// vocabularies are .spm files, and optionally a lexical shortlist. decoder.yml names the files and
/// the search options; OPUS-MT, the Tatoeba Challenge, Bergamot and Firefox publish models in this
/// form. Throws Error if a file is missing or damaged, or if regard does not support an option of
/// special:model.yml, naming it.
ForeignModel import_marian_npz(const std::string& path);

/// Writes a Marian model directory, which must not already hold a model. Marian's decoder starts
/// from zeros, so only a model whose decoder does the same, such as an imported model, can be
/// written. Throws Error for any other model, and for everything that beyond_marian_npz lists.
void export_marian_npz(const std::string& directory, const ForeignModel& model);

/// Model options that Marian does not support, as phrases: "model.positions is half".
std::vector<std::string> beyond_marian_npz(const config::Experiment& experiment);

}  // namespace regard::interop
