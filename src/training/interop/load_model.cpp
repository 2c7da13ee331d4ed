#include "interop/load_model.h"

#include <set>

#include "architecture/registry.h"
#include "base/atomic_file.h"
#include "base/files.h"
#include "config/writer.h"
#include "model/modules.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"
#include "store/model_file.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {
namespace {

using store::Dtype;

struct TypeRow {
  Dtype stored;
  torch::ScalarType type;
};
constexpr TypeRow kStoredTypes[] = {{Dtype::f64, torch::kFloat64}, {Dtype::f32, torch::kFloat32},
                                    {Dtype::f16, torch::kFloat16}, {Dtype::bf16, torch::kBFloat16},
                                    {Dtype::i64, torch::kInt64},   {Dtype::i32, torch::kInt32},
                                    {Dtype::i16, torch::kInt16},   {Dtype::i8, torch::kInt8},
                                    {Dtype::u8, torch::kUInt8},    {Dtype::boolean, torch::kBool}};

}  // namespace

torch::ScalarType scalar_type(Dtype type) { return kStoredTypes[static_cast<size_t>(type)].type; }

Dtype dtype_of(torch::ScalarType type) {
  for (const auto& known : kStoredTypes) {
    if (type == known.type) return known.stored;
  }
  throw Error(regard::str("safetensors has no type for ", c10::toString(type)), "", "",
              ExitCode::failure);
}

std::span<std::byte> bytes_of(const torch::Tensor& tensor) {
  return {static_cast<std::byte*>(tensor.data_ptr()),
          static_cast<size_t>(tensor.numel()) * tensor.element_size()};
}

torch::Tensor read_tensor(store::SafetensorsReader& file, const std::string& name) {
  const auto& entry = file.entries().at(name);
  auto tensor = torch::empty(entry.shape, scalar_type(entry.type));
  file.read(name, bytes_of(tensor));
  return tensor;
}

SafetensorsFile read_safetensors(const std::string& path) {
  store::SafetensorsReader reader(path);
  SafetensorsFile file{.tensors = {}, .metadata = reader.metadata()};
  for (const auto& [name, entry] : reader.entries()) {
    file.tensors.emplace(name, read_tensor(reader, name));
  }
  return file;
}

void write_safetensors(const std::string& path, const std::map<std::string, torch::Tensor>& tensors,
                       const std::map<std::string, std::string>& metadata) {
  std::map<std::string, store::TensorShape> shapes;
  for (const auto& [name, tensor] : tensors) {
    shapes[name] = {dtype_of(tensor.scalar_type()), tensor.sizes().vec()};
  }
  torch::Tensor plain;  // keeps the bytes alive while they are written
  store::write_safetensors(
      path, shapes,
      [&](const std::string& name) {
        plain = tensors.at(name).detach().to(torch::kCPU).contiguous();
        return std::span<const std::byte>(bytes_of(plain));
      },
      metadata);
}

namespace {

using Tensors = std::map<std::string, torch::Tensor>;

/// Calls each(name, weight) for each weight once, under its first name.
template <class Each>
void for_each_weight(const torch::nn::Module& model, const Each& each) {
  std::set<const c10::TensorImpl*> seen;
  const auto visit = [&](const auto& named_tensors) {
    for (const auto& item : named_tensors) {
      if (seen.insert(item.value().unsafeGetTensorImpl()).second) each(item.key(), item.value());
    }
  };
  visit(model.named_parameters());
  visit(model.named_buffers());
}

Tensors weights_of(const torch::nn::Module& model) {
  Tensors weights;
  for_each_weight(model, [&](const std::string& name, const torch::Tensor& weight) {
    weights.emplace(name, weight.detach());
  });
  return weights;
}

store::TensorShape shape_of(const torch::Tensor& weight) {
  return {dtype_of(weight.scalar_type()), weight.sizes().vec()};
}

torch::Tensor read(store::ModelFile& file, const std::string& name) {
  const auto& weight = file.weights().at(name);
  auto tensor = torch::empty(weight.shape, scalar_type(weight.type));
  file.read(name, bytes_of(tensor));
  return tensor;
}

}  // namespace

void save_model(const std::string& path, const torch::nn::Module& model,
                const store::ModelMetadata& metadata, store::Storage storage) {
  const auto tensors = weights_of(model);
  torch::Tensor plain;  // keeps the bytes alive while they are written
  store::ModelWeights weights{.shapes = {}, .bytes = [&](const std::string& name) {
                                plain = tensors.at(name).to(torch::kCPU).contiguous();
                                return std::span<const std::byte>(bytes_of(plain));
                              }};
  for (const auto& [name, tensor] : tensors) weights.shapes[name] = shape_of(tensor);
  store::write_model_file(path, weights, metadata, storage);
}

void check_weights_of(const torch::nn::Module& model, const store::ModelFile& file) {
  const auto weights = weights_of(model);
  for (const auto& [name, weight] : weights) file.check_has(name, shape_of(weight));
  file.check_has_only(weights);
}

void load(store::ModelFile& file, torch::nn::Module& model) {
  check_weights_of(model, file);
  const torch::NoGradGuard no_grad;
  for (auto& [name, weight] : weights_of(model)) weight.copy_(read(file, name));
}

std::map<const c10::TensorImpl*, std::string> weight_names(const torch::nn::Module& model) {
  std::map<const c10::TensorImpl*, std::string> names;
  for_each_weight(model, [&](const std::string& name, const torch::Tensor& weight) {
    names.emplace(weight.unsafeGetTensorImpl(), name);
  });
  return names;
}

store::ModelMetadata load_weights(const std::string& path, torch::nn::Module& model) {
  store::ModelFile file(path);
  load(file, model);
  return file.metadata();
}

store::ModelMetadata load_average(std::span<const std::string> paths, torch::nn::Module& model) {
  TORCH_CHECK(!paths.empty(), "load_average: no files");
  const torch::NoGradGuard no_grad;
  const auto weights = weights_of(model);
  Tensors sums;
  for (const auto& [name, weight] : weights) {
    sums.emplace(name, torch::zeros(weight.sizes(), torch::kFloat64));
  }
  store::ModelMetadata metadata;
  for (const auto& path : paths) {
    store::ModelFile file(path);
    check_weights_of(model, file);
    for (auto& [name, sum] : sums) sum += read(file, name);
    metadata = file.metadata();
  }
  const auto count = static_cast<double>(paths.size());
  for (const auto& [name, weight] : weights) weight.copy_(sums.at(name) / count);
  return metadata;
}

std::shared_ptr<model::Seq2SeqModel> make_model(const config::Experiment& experiment,
                                                const text::TokenizerPair& tokenizers) {
  auto model = model::make_seq2seq_model(experiment.model, tokenizers.source().size(),
                                         tokenizers.target().size(), tokenizers.one_vocabulary());
  model->read_alignments_at(store::alignment_of(experiment));
  return model;
}

std::shared_ptr<model::LanguageModel> make_language_model(const config::Experiment& experiment,
                                                          const text::TokenizerPair& tokenizers) {
  return model::make_language_model(experiment.model, tokenizers.target().size());
}

std::shared_ptr<torch::nn::Module> make_any_model(const config::Experiment& experiment,
                                                  const text::TokenizerPair& tokenizers) {
  if (experiment.task == config::Task::language_model)
    return make_language_model(experiment, tokenizers);
  return make_model(experiment, tokenizers);
}

namespace {

/// Loads a model that `make` builds, with random weights, from an experiment and its tokenizers.
template <class Model, class Make>
Loaded<Model> loaded(const std::string& directory, torch::Device device, config::Task task,
                     Make make) {
  auto parts = store::open_model(directory, task);
  std::shared_ptr<Model> model = make(parts.experiment, parts.tokenizers);
  load(parts.file, *model);
  model->to(device);
  model->eval();
  return {.experiment = std::move(parts.experiment),
          .model = std::move(model),
          .tokenizers = std::move(parts.tokenizers),
          .metadata = parts.file.metadata()};
}

}  // namespace

LoadedModel load_model(const std::string& directory, torch::Device device) {
  auto result =
      loaded<model::Seq2SeqModel>(directory, device, config::Task::translation, make_model);
  result.model->read_alignments_at(store::alignment_of(result.experiment, result.metadata));
  return result;
}

LoadedLanguageModel load_language_model(const std::string& directory, torch::Device device) {
  return loaded<model::LanguageModel>(directory, device, config::Task::language_model,
                                      make_language_model);
}

void save_model_directory(const std::string& directory, const config::Experiment& experiment,
                          const text::TokenizerPair& tokenizers, const torch::nn::Module& model,
                          store::ModelMetadata metadata) {
  const store::ModelDirectory files(directory);
  store::check_holds_no_model(directory);
  metadata.architecture = model::find_row(experiment.task, experiment.model).name;
  metadata.options = config::to_yaml(experiment.model);
  metadata.source_vocab = tokenizers.source().size();
  metadata.target_vocab = tokenizers.target().size();
  metadata.tokenizer_hash = tokenizers.hash();
  metadata.words = tokenizers.words();
  make_folder(directory);
  write_file_atomically(files.config(), config::to_yaml(experiment));
  files.save_tokenizers(tokenizers);
  save_model(files.weights(), model, metadata);
}

}  // namespace regard::interop
