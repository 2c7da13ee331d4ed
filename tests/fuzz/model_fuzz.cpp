// Models of regard, each a folder as a whole (interop/load_model.h).
#include "fuzz/files_in_one.h"
#include "fuzz/folder_of_files.h"
#include "fuzz/protobuf_lengths.h"
#include "fuzz/safetensors_layout.h"
#include "fuzz/small_tokenizer.h"
#include "fuzz/target.h"
#include "regard/base/atomic_file.h"
#include "regard/config/yaml_reader.h"
#include "regard/interop/load_model.h"
#include "regard/interop/make_model.h"
#include "regard/interop/model_directory.h"

namespace regard::fuzz {
namespace {

std::string small_model(config::Task task, const std::string& section, interop::Storage storage) {
  config::TokenizerOptions options;
  options.type = config::TokenizerType::word;
  const auto tokenizer = small_tokenizer(options);
  const text::TokenizerPair tokenizers(tokenizer, tokenizer, text::Preprocess::none);
  config::Experiment experiment;
  experiment.task = task;
  experiment.model = config::read_yaml(section, "a small model");
  const auto model = interop::make_any_model(experiment, tokenizers);
  const FolderOfFiles folder;
  const interop::ModelDirectory files(folder.path() + "/model");
  interop::save_model_directory(files.path(), experiment, tokenizers, *model, {});
  if (storage == interop::Storage::int8) {
    const auto metadata = interop::read_model_metadata(files.weights());
    interop::save_model(files.weights(), *model, metadata, storage);
  }
  return joined({{"config.yaml", read_file(files.config())},
                 {"tokenizer.model", read_file(files.joint_tokenizer())},
                 {"model.safetensors", read_file(files.weights())}});
}

}  // namespace

std::vector<std::string> seeds() {
  using config::Task, interop::Storage;
  const std::string transformer = "d_model: 4, heads: 2, ffn_size: 3";
  return {
      small_model(Task::translation,
                  "{type: transformer, encoder_layers: 1, decoder_layers: 1, " + transformer + "}",
                  Storage::float32),
      small_model(Task::translation,
                  "{type: rnn_attention, embedding_size: 3, hidden_size: 4, layers: 1}",
                  Storage::int8),
      small_model(Task::translation, "{type: rnn_context, embedding_size: 2, hidden_size: 2}",
                  Storage::float32),
      small_model(Task::language_model, "{type: rnn_lm, embedding_size: 2, hidden_size: 3}",
                  Storage::int8),
      small_model(Task::language_model, "{type: transformer_lm, layers: 1, " + transformer + "}",
                  Storage::float32)};
}

std::string repaired(const std::string& before, std::string after) {
  return with_repaired_files(
      before, after, [](const std::string& name, const std::string& old, std::string content) {
        if (name == "model.safetensors") return with_safetensors_layout(std::move(content));
        if (name.ends_with(".model")) return ProtobufLengths::repaired(old, content);
        return content;
      });
}

void try_input(std::string_view input) {
  static FolderOfFiles folder;
  folder.set_all(files_in(input));
  if (interop::task_of_model(folder.path()) == config::Task::language_model) {
    interop::load_language_model(folder.path(), torch::kCPU);
  } else {
    interop::load_model(folder.path(), torch::kCPU);
  }
}

}  // namespace regard::fuzz
