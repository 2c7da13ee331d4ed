#include "regard/interop/model_file.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>
#include <vector>

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/interop/safetensors.h"

namespace regard::interop {
namespace {

using Tensors = std::map<std::string, torch::Tensor>;

constexpr const char* kFormat = "regard 1";

/// Each weight once, under its first name.
Tensors weights_of(const torch::nn::Module& model) {
  Tensors weights;
  std::vector<const void*> seen;
  const auto add = [&](const auto& named_tensors) {
    for (const auto& item : named_tensors) {
      const void* tensor = item.value().unsafeGetTensorImpl();
      if (std::find(seen.begin(), seen.end(), tensor) != seen.end()) continue;
      seen.push_back(tensor);
      weights.emplace(item.key(), item.value().detach());
    }
  };
  add(model.named_parameters());
  add(model.named_buffers());
  return weights;
}

std::string scale_of(const std::string& name) { return name + ".scale"; }

/// Matrices as Storage::int8 has them.
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
    if (entry == entries.end()) fail(path, regard::str("is no model of regard: it has no ", key));
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
          .int8 = entries.contains("weights") && text("weights") == "int8"};
}

/// What Storage::int8 was made of, up to rounding.
Tensors dequantized(const std::string& path, Tensors tensors) {
  Tensors result;
  for (const auto& [name, tensor] : tensors) {
    if (tensor.scalar_type() != torch::kInt8) continue;
    const auto scale = tensors.find(scale_of(name));
    if (scale == tensors.end()) fail(path, regard::str("has no scale of ", name));
    if (tensor.dim() != 2 || scale->second.sizes() != torch::IntArrayRef({tensor.size(0), 1}) ||
        scale->second.scalar_type() != torch::kFloat32) {
      fail(path, regard::str("the scale of ", name, " must have one number for each of its rows"));
    }
    result.emplace(name, tensor.to(torch::kFloat32).mul_(scale->second));
  }
  for (const auto& [name, tensor] : result) {
    tensors.erase(scale_of(name));
    tensors[name] = tensor;
  }
  return tensors;
}

/// Fails unless the file has exactly the weights of the model.
void check_same_tensors(const std::string& path, const Tensors& found, const Tensors& weights) {
  const auto remedy = "the file belongs to another config, or to another version of regard";
  for (const auto& [name, weight] : weights) {
    const auto tensor = found.find(name);
    if (tensor == found.end()) fail(path, regard::str("has no tensor ", name), remedy);
    if (tensor->second.sizes() != weight.sizes()) {
      fail(path,
           regard::str(name, " has shape ", tensor->second.sizes(), ", but the model's has ",
                       weight.sizes()),
           remedy);
    }
    if (tensor->second.scalar_type() != weight.scalar_type()) {
      fail(path,
           regard::str(name, " holds ", tensor->second.scalar_type(), ", but the model's ",
                       weight.scalar_type()),
           remedy);
    }
  }
  for (const auto& [name, tensor] : found) {
    if (!weights.contains(name))
      fail(path, regard::str("has a tensor that the model lacks: ", name), remedy);
  }
}

/// Copies into the model's tensors, which keep their place and device.
void copy_weights(const Tensors& from, const Tensors& to) {
  const torch::NoGradGuard no_grad;
  for (const auto& [name, weight] : to) weight.copy_(from.at(name));
}

}  // namespace

void check_holds_no_model(const std::filesystem::path& directory, const std::string& file) {
  if (!std::filesystem::exists(directory / file)) return;
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
  const auto weights = weights_of(model);
  if (storage == Storage::float32) {
    write_safetensors(path, weights, entries);
  } else {
    entries["weights"] = "int8";
    write_safetensors(path, quantized(weights), entries);
  }
}

ModelMetadata read_model_metadata(const std::string& path) {
  return metadata_of(path, read_safetensors(path).metadata);
}

ModelMetadata load_weights(const std::string& path, torch::nn::Module& model) {
  return load_average(std::span(&path, 1), model);
}

ModelMetadata load_average(std::span<const std::string> paths, torch::nn::Module& model) {
  TORCH_CHECK(!paths.empty(), "load_average: no files");
  const auto weights = weights_of(model);
  Tensors mean;
  ModelMetadata metadata;
  for (const auto& path : paths) {
    auto file = read_safetensors(path);
    metadata = metadata_of(path, file.metadata);
    if (metadata.int8) file.tensors = dequantized(path, std::move(file.tensors));
    check_same_tensors(path, file.tensors, weights);
    if (paths.size() == 1) {
      mean = std::move(file.tensors);
      break;
    }
    for (const auto& [name, tensor] : file.tensors) {
      const auto sum = mean.try_emplace(name, torch::zeros(tensor.sizes(), torch::kFloat64)).first;
      sum->second += tensor;
    }
  }
  if (paths.size() > 1) {
    for (auto& [name, sum] : mean) sum /= static_cast<double>(paths.size());
  }
  copy_weights(mean, weights);
  return metadata;
}

}  // namespace regard::interop
