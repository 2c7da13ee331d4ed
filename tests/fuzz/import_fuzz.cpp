// Models of other programs, each a folder as a whole: MarianMT of Hugging Face and CTranslate2
// (interop/foreign_model.h).
#include "fuzz/ctranslate2_layout.h"
#include "fuzz/files_in_one.h"
#include "fuzz/folder_of_files.h"
#include "fuzz/memory_file.h"
#include "fuzz/protobuf_lengths.h"
#include "fuzz/safetensors_layout.h"
#include "fuzz/small_tokenizer.h"
#include "fuzz/target.h"
#include "interop/transformer_weights.h"
#include "regard/base/atomic_file.h"
#include "regard/config/writer.h"
#include "regard/interop/ctranslate2.h"
#include "regard/interop/foreign_model.h"
#include "regard/interop/make_model.h"
#include "regard/interop/marian.h"

namespace regard::fuzz {
namespace {

std::string content_of(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files[entry.path().filename()] = read_file(entry.path());
  }
  return joined(files);
}

interop::ForeignModel small_model(const model::TransformerOptions& options) {
  config::TokenizerOptions of_tokenizer;
  of_tokenizer.type = config::TokenizerType::unigram;
  auto tokenizer = small_tokenizer(of_tokenizer);
  text::TokenizerPair tokenizers(tokenizer, tokenizer, text::Preprocess::none);
  config::Experiment experiment;
  experiment.model = interop::model_section(options);
  auto model = interop::make_model(experiment, tokenizers);
  return {std::move(experiment), std::move(tokenizers), std::move(model)};
}

}  // namespace

std::vector<std::string> seeds() {
  model::TransformerOptions options;
  options.d_model = 4;
  options.heads = 2;
  options.ffn_size = 3;
  options.encoder_layers = options.decoder_layers = 1;
  options.positions = model::Positions::half;
  options.max_length = 4;
  options.tied_embeddings = model::TiedEmbeddings::all;
  options.bias = true;
  std::vector<std::string> folders;
  const auto exported = [&](const auto& write) {
    const FolderOfFiles folder;
    write(folder.path() + "/model", small_model(options));
    folders.push_back(content_of(folder.path() + "/model"));
  };
  const auto marian = [](const auto& path, const auto& model) {
    interop::export_marian(path, model);
  };
  const auto ctranslate2 = [](const auto& path, const auto& model) {
    interop::export_ctranslate2(path, model);
  };
  exported(marian);
  exported(ctranslate2);
  options.tied_embeddings = model::TiedEmbeddings::none;
  exported(marian);
  options.norm = nn::Norm::pre;
  options.positions = model::Positions::learned;
  exported(ctranslate2);
  exported([](const auto& path, const auto& model) {
    interop::export_ctranslate2(path, model, interop::WeightType::int8);
  });
  return folders;
}

std::string repaired(const std::string& before, std::string after) {
  return with_repaired_files(
      before, after, [](const std::string& name, const std::string& old, std::string content) {
        if (name == "model.safetensors") return with_safetensors_layout(std::move(content));
        if (name == "model.bin") return Ctranslate2Layout::repaired(old, content);
        if (name.ends_with(".spm")) return ProtobufLengths::repaired(old, content);
        return content;
      });
}

void try_input(std::string_view input) {
  static FolderOfFiles folder;
  folder.set_all(files_in(input));
  const auto imported = interop::import_model(folder.path());
  // What `regard import` writes of it must be a model that regard reads.
  const auto config = config::to_yaml(imported.experiment);
  const MemoryFile file(config);
  try {
    config::load_experiment(file.path(), {}, config::Use::translation);
  } catch (const Error& error) {
    throw std::runtime_error(std::string("an imported config is refused: ") + error.what());
  }
}

}  // namespace regard::fuzz
