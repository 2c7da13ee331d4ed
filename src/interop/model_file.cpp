#include "regard/interop/model_file.h"

#include <charconv>
#include <map>
#include <set>
#include <vector>

#include "regard/base/error.h"
#include "regard/base/regular_file.h"
#include "regard/base/str.h"

namespace regard::interop {
namespace {

using Tensors = std::map<std::string, torch::Tensor>;

constexpr const char* kFormat = "regard 1";

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

std::string scale_of(const std::string& name) { return name + ".scale"; }

/// Weights as Storage::int8.
Tensors quantized(const Tensors& weights) {
  constexpr double kLargest = 127.0;
  Tensors result;
  for (const auto& [name, weight] : weights) {
    if (weight.dim() != 2 || !weight.is_floating_point()) {
      result.emplace(name, weight);
      continue;
    }
    const auto scale = weight.to(torch::kFloat32).abs().amax(1, true).div(kLargest);
    const auto divisor = scale.masked_fill(scale == 0, 1.0);  // a row of zeros
    result.emplace(name, weight.div(divisor).round().to(torch::kInt8));
    result.emplace(scale_of(name), scale);
  }
  return result;
}

[[noreturn]] void fail(const std::string& path, const std::string& what,
                       const std::string& remedy = {}) {
  throw Error(what, path, remedy, ExitCode::failure);
}

ModelMetadata metadata_of(const std::string& path,
                          const std::map<std::string, std::string>& entries) {
  const auto text = [&](const char* key) {
    const auto entry = entries.find(key);
    if (entry == entries.end())
      fail(path, regard::str("is not a model of regard: it has no ", key));
    return entry->second;
  };
  const auto number = [&](const char* key) {
    const auto value = text(key);
    int64_t result = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), result);
    if (read.ec != std::errc() || read.ptr != value.data() + value.size()) {
      fail(path, regard::str("its ", key, " is '", value, "', but must be a number"));
    }
    return result;
  };
  if (text("format") != kFormat) {
    fail(path,
         regard::str("has format '", text("format"), "', but this regard reads '", kFormat, "'"),
         "it was written by another version of regard");
  }
  return {.architecture = text("architecture"),
          .options = text("options"),
          .source_vocab = number("source_vocab"),
          .target_vocab = number("target_vocab"),
          .tokenizer_hash = text("tokenizer_hash"),
          .step = number("step"),
          .score = text("score"),
          .words = entries.contains("words") ? text("words") : "",
          .int8 = entries.contains("weights") && text("weights") == "int8"};
}

using Entries = std::map<std::string, SafetensorsReader::Entry>;

/// The weights in a file, with integers and their scales as the matrices they encode.
Entries weights_in(const SafetensorsReader& file, bool int8) {
  auto entries = file.entries();
  if (!int8) return entries;
  for (const auto& [name, entry] : file.entries()) {
    if (entry.type != torch::kInt8) continue;
    const auto scale = file.entries().find(scale_of(name));
    if (scale == file.entries().end()) fail(file.path(), regard::str("has no scale of ", name));
    if (entry.shape.size() != 2 ||
        scale->second.shape != std::vector<int64_t>({entry.shape[0], 1}) ||
        scale->second.type != torch::kFloat32) {
      fail(file.path(),
           regard::str("the scale of ", name, " must have one number for each of its rows"));
    }
    entries.erase(scale->first);
    entries.at(name).type = torch::kFloat32;
  }
  return entries;
}

/// Fails unless the file has exactly the weights of the model.
void check_same_tensors(const std::string& path, const Entries& found, const Tensors& weights) {
  const auto remedy = "the file belongs to another config, or to another version of regard";
  for (const auto& [name, weight] : weights) {
    const auto entry = found.find(name);
    if (entry == found.end()) fail(path, regard::str("has no tensor ", name), remedy);
    const torch::IntArrayRef shape = entry->second.shape;
    if (shape != weight.sizes()) {
      fail(path, regard::str(name, " has shape ", shape, ", but the model's has ", weight.sizes()),
           remedy);
    }
    if (entry->second.type != weight.scalar_type()) {
      fail(path,
           regard::str(name, " holds ", entry->second.type, ", but the model's ",
                       weight.scalar_type()),
           remedy);
    }
  }
  for (const auto& [name, entry] : found) {
    if (!weights.contains(name))
      fail(path, regard::str("has a tensor that the model lacks: ", name), remedy);
  }
}

}  // namespace

void check_holds_no_model(const std::filesystem::path& directory, const std::string& file) {
  if (!is_there(directory / file)) return;
  throw Error("holds a model already", directory.string(), "name a directory that doesn't");
}

void save_model(const std::string& path, const torch::nn::Module& model,
                const ModelMetadata& metadata, Storage storage) {
  std::map<std::string, std::string> entries = {
      {"format", kFormat},
      {"architecture", metadata.architecture},
      {"options", metadata.options},
      {"source_vocab", regard::str(metadata.source_vocab)},
      {"target_vocab", regard::str(metadata.target_vocab)},
      {"tokenizer_hash", metadata.tokenizer_hash},
      {"step", regard::str(metadata.step)},
      {"score", metadata.score}};
  if (!metadata.words.empty()) entries["words"] = metadata.words;
  const auto weights = weights_of(model);
  if (storage == Storage::float32) {
    write_safetensors(path, weights, entries);
  } else {
    entries["weights"] = "int8";
    write_safetensors(path, quantized(weights), entries);
  }
}

ModelFile::ModelFile(const std::string& path)
    : reader_(path), metadata_(metadata_of(path, reader_.metadata())) {}

void ModelFile::check_weights_of(const torch::nn::Module& model) const {
  check_same_tensors(reader_.path(), weights_in(reader_, metadata_.int8), weights_of(model));
}

torch::Tensor ModelFile::read(const std::string& name) {
  auto tensor = reader_.read(name);
  if (!metadata_.int8 || tensor.scalar_type() != torch::kInt8) return tensor;
  return tensor.to(torch::kFloat32).mul_(reader_.read(scale_of(name)));
}

void ModelFile::load(torch::nn::Module& model) {
  check_weights_of(model);
  const torch::NoGradGuard no_grad;
  for (auto& [name, weight] : weights_of(model)) weight.copy_(read(name));
}

std::map<const c10::TensorImpl*, std::string> weight_names(const torch::nn::Module& model) {
  std::map<const c10::TensorImpl*, std::string> names;
  for_each_weight(model, [&](const std::string& name, const torch::Tensor& weight) {
    names.emplace(weight.unsafeGetTensorImpl(), name);
  });
  return names;
}

ModelMetadata read_model_metadata(const std::string& path) { return ModelFile(path).metadata(); }

ModelMetadata load_weights(const std::string& path, torch::nn::Module& model) {
  ModelFile file(path);
  file.load(model);
  return file.metadata();
}

ModelMetadata load_average(std::span<const std::string> paths, torch::nn::Module& model) {
  TORCH_CHECK(!paths.empty(), "load_average: no files");
  const torch::NoGradGuard no_grad;
  const auto weights = weights_of(model);
  Tensors sums;
  for (const auto& [name, weight] : weights) {
    sums.emplace(name, torch::zeros(weight.sizes(), torch::kFloat64));
  }
  ModelMetadata metadata;
  for (const auto& path : paths) {
    ModelFile file(path);
    file.check_weights_of(model);
    for (auto& [name, sum] : sums) sum += file.read(name);
    metadata = file.metadata();
  }
  const auto count = static_cast<double>(paths.size());
  for (const auto& [name, weight] : weights) weight.copy_(sums.at(name) / count);
  return metadata;
}

}  // namespace regard::interop
