// regard's models, each a whole folder (interop/load_model.h).
#include "base/atomic_file.h"
#include "config/yaml_reader.h"
#include "fuzz/changed_seeds.h"
#include "fuzz/files_in_one.h"
#include "fuzz/folder_of_files.h"
#include "fuzz/protobuf_lengths.h"
#include "fuzz/safetensors_layout.h"
#include "fuzz/small_tokenizer.h"
#include "fuzz/target.h"
#include "interop/load_model.h"
#include "store/model_directory.h"
#include "store/model_file.h"

namespace regard::fuzz {
namespace {

text::Tokenizer tokenizer_of(config::TokenizerType type) {
  config::TokenizerOptions options;
  options.type = type;
  return small_tokenizer(options);
}

std::string small_model(config::Task task, const std::string& section, store::Storage storage,
                        config::TokenizerType of_target = config::TokenizerType::word) {
  const text::TokenizerPair tokenizers(tokenizer_of(config::TokenizerType::word),
                                       tokenizer_of(of_target), text::Preprocess::none);
  config::Experiment experiment;
  experiment.task = task;
  experiment.model = config::read_yaml(section, "a small model");
  const auto model = interop::make_any_model(experiment, tokenizers);
  const FolderOfFiles folder;
  const store::ModelDirectory files(folder.path() + "/model");
  interop::save_model_directory(files.path(), experiment, tokenizers, *model, {});
  if (storage == store::Storage::int8) {
    const auto metadata = store::read_model_metadata(files.weights());
    interop::save_model(files.weights(), *model, metadata, storage);
  }
  std::map<std::string, std::string> content;
  for (const auto& name : store::ModelDirectory::file_names()) {
    const auto path = files.path() + "/" + name;
    if (std::filesystem::exists(path)) content[name] = read_file(path);
  }
  return joined(content);
}

/// A model with the tokenizers of a different one.
std::string mixed(const std::string& model, const std::string& other) {
  auto files = files_in(other);
  for (const char* name : {"config.yaml", "model.safetensors"}) files[name] = files_in(model)[name];
  return joined(files);
}

std::vector<std::string> refused(const std::vector<std::string>& models) {
  auto folders =
      changed(models, {{R"("format":"regard 1")", R"("format":"regard 0")"},
                       {R"("architecture":"transformer")", R"("architecture":"rnn_context")"},
                       {R"("step":"0")", R"("steps":"0")"},
                       {R"("step":"0")", R"("step":"many")"},
                       {R"("tokenizer_hash":")", R"("tokenizer_hash":"0)"},
                       {R"("shape":[4]})", R"("shape":[5]})"},
                       {R"("dtype":"F32","shape":[4]})", R"("dtype":"I32","shape":[4]})"},
                       {R"("encoder.embedding.weight":)", R"("encoder.embedding":)"},
                       {R"("encoder.embedding.weight":)",
                        R"("another":{"dtype":"F32","shape":[1]},"encoder.embedding.weight":)"},
                       {R"(.weight.scale":)", R"(.weight.factor":)"},
                       {R"("shape":[4,1]})", R"("shape":[1,4]})"},
                       {"  d_model: 4\n", "  d_model: 4000\n"},
                       {"  preprocess: none\n", "  preprocess: d2l\n"},
                       {"%% tokenizer.model\n", "%% source.model\n"},
                       {"%% model.safetensors\n", "%% other.safetensors\n"}});
  folders.push_back(mixed(models.front(), models.back()));
  folders.push_back(mixed(models.back(), models.front()));
  return folders;
}

template <class Loaded>
void try_weights(const std::string& folder, const Loaded& loaded) {
  const auto file = store::ModelDirectory(folder).weights();
  const std::vector<std::string> twice = {file, file};
  if (interop::load_average(twice, *loaded.model).int8 !=
      interop::load_weights(file, *loaded.model).int8) {
    throw "a model is read in two ways";
  }
}

}  // namespace

std::vector<std::string> seeds() {
  using config::Task, store::Storage;
  const std::string transformer = "d_model: 4, heads: 2, ffn_size: 3";
  std::vector<std::string> models = {
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
                  Storage::float32),
      small_model(Task::translation, "{type: rnn_context, embedding_size: 2, hidden_size: 2}",
                  Storage::float32, config::TokenizerType::character)};
  append(models, refused(models));
  return models;
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
  using config::Task;
  const auto task = store::task_of_model(folder.path());
  try {
    store::open_model(folder.path(),
                      task == Task::translation ? Task::language_model : Task::translation);
  } catch (const Error&) {
    if (task == Task::language_model) {
      try_weights(folder.path(), interop::load_language_model(folder.path(), torch::kCPU));
    } else {
      try_weights(folder.path(), interop::load_model(folder.path(), torch::kCPU));
    }
    return;
  }
  throw "a model has two tasks";
}

}  // namespace regard::fuzz
