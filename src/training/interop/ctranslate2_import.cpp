#include "interop/foreign_model.h"

#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/files.h"
#include "interop/ctranslate2_variables.h"
#include "interop/transformer_weights.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/vocabulary_files.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;
using text::VocabularyList;

/// Whether the decoder starts from a zero vector, as in Marian, instead of from a token.
bool starts_from_zero(Ctranslate2Variables& variables) {
  return variables.number("decoder/start_from_zero_embedding", 0) != 0;
}

/// The path of the first file in `names` that the directory holds. Throws Error if it holds none.
std::string one_of_files(const fs::path& directory, const std::vector<std::string>& names) {
  for (const auto& name : names) {
    if (is_there(directory / name)) return directory / name;
  }
  throw Error(
      str("has no ", names.front(), ", which is needed to tokenize text"), directory.string(),
      "copy source.spm and target.spm there from the model that was converted", ExitCode::failure);
}

text::TokenizerPair ctranslate2_tokenizers(const fs::path& directory, const JsonFile& config,
                                           bool from_zero) {
  const bool shared = is_there(directory / "shared_vocabulary.json");
  const auto list = [&](const char* name) {
    return ctranslate2_vocabulary(directory / (shared ? "shared_vocabulary.json" : name), config,
                                  from_zero);
  };
  const auto load = [&](const std::string& path, const VocabularyList& pieces) {
    return text::Tokenizer::with_list(read_file(path), pieces, path);
  };
  return {load(one_of_files(directory, {"source.spm", "sentencepiece.model"}),
               list("source_vocabulary.json")),
          load(one_of_files(directory, {"target.spm", "sentencepiece.model"}),
               list("target_vocabulary.json")),
          text::Preprocess::none};
}

void set_layers(Ctranslate2Variables& variables, const ForeignModel& imported,
                const model::TransformerOptions& options) {
  const auto weights = named_weights(*imported.model);
  const auto names = ctranslate2_names(options.encoder_layers, options.decoder_layers,
                                       options.norm == nn::Norm::pre);
  for (const auto& layer : names.linear) {
    for (const char* part : {"weight", "bias"}) {
      if (!weights.contains(str(layer.ours.front(), ".", part))) continue;
      const auto stacked = variables.take(str(layer.theirs, "/", part));
      int64_t row = 0;
      for (const auto& ours : layer.ours) {
        const auto& weight = weights.at(str(ours, ".", part));
        auto shape = weight.sizes().vec();
        shape[0] *= static_cast<int64_t>(layer.ours.size());
        if (stacked.sizes() != torch::IntArrayRef(shape)) {
          variables.fail(regard::str(layer.theirs, "/", part, " has shape ", stacked.sizes(),
                                     " instead of ", torch::IntArrayRef(shape)));
        }
        weight.copy_(stacked.slice(0, row, row + weight.size(0)));
        row += weight.size(0);
      }
    }
  }
  for (const auto& norm : names.norms) {
    weights.at(norm.ours + ".weight")
        .copy_(variables.take(norm.theirs + "/gamma", {options.d_model}));
    weights.at(norm.ours + ".bias").copy_(variables.take(norm.theirs + "/beta", {options.d_model}));
  }
}

void set_vocabulary_weights(Ctranslate2Variables& variables, const ForeignModel& imported,
                            const model::TransformerOptions& options) {
  const auto weights = named_weights(*imported.model);
  const auto& source = *imported.tokenizers.source().list();
  const auto& target = *imported.tokenizers.target().list();
  const auto zero = torch::zeros({options.d_model});
  const auto matrix = [&](const char* name, const VocabularyList& list) {
    const auto vocab = static_cast<int64_t>(list.pieces.size());
    return rows_by_id(variables.take(name, {vocab, options.d_model}), list, zero);
  };
  weights.at("decoder.embedding.weight").copy_(matrix("decoder/embeddings/weight", target));
  if (options.tied_embeddings != model::TiedEmbeddings::all) {
    weights.at("encoder.embedding.weight").copy_(matrix("encoder/embeddings_0/weight", source));
  }
  if (options.tied_embeddings == model::TiedEmbeddings::none) {
    weights.at("decoder.dense.weight").copy_(matrix("decoder/projection/weight", target));
  }
  auto& bias = weights.at("decoder.dense.bias");
  bias.zero_();
  if (variables.has("decoder/projection/bias")) {
    const auto vocab = static_cast<int64_t>(target.pieces.size());
    bias.copy_(
        rows_by_id(variables.take("decoder/projection/bias", {vocab}), target, torch::zeros({})));
  }
  bias[text::kPad] = kNeverBias;
  bias[text::kBos] = kNeverBias;
  if (options.positions == model::Positions::learned) {
    for (const char* stack : {"encoder", "decoder"}) {
      weights.at(str(stack, ".positions.pos_embedding.weight"))
          .copy_(variables.take(str(stack, "/position_encodings/encodings"),
                                {options.max_length, options.d_model}));
    }
  }
}

/// Throws Error unless the model expects sources to end with eos, as regard's models do.
void check_ends_sources(const JsonFile& config, bool from_zero) {
  if (from_zero || config.flag("add_source_eos", false)) return;
  config.fail(
      "add_source_eos is false: the model reads sources without an end of sentence, and regard "
      "ends every source",
      "only Marian models and regard's own models can be imported from CTranslate2");
}

}  // namespace

ForeignModel import_ctranslate2(const std::string& directory) {
  const torch::NoGradGuard no_grad;
  const fs::path folder(directory);
  Ctranslate2Variables variables(folder / "model.bin");
  const JsonFile config(folder / "config.json");
  const bool from_zero = starts_from_zero(variables);
  check_ends_sources(config, from_zero);
  const auto options = ctranslate2_options(variables, config);
  auto imported =
      untrained(model_section(options), ctranslate2_tokenizers(folder, config, from_zero),
                folder / "model.bin");
  imported.experiment.data.max_length = options.max_length;  // number of positions in the file
  set_layers(variables, imported, options);
  set_vocabulary_weights(variables, imported, options);
  variables.check_all_taken();
  return imported;
}

}  // namespace regard::interop
