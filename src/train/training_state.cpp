#include "regard/train/training_state.h"

#include <ATen/Context.h>

#include <map>
#include <nlohmann/json.hpp>

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/interop/safetensors.h"

namespace regard::train {
namespace {

constexpr auto kFormat = "regard training state 1";
constexpr std::string_view kCarried = "task.";

nlohmann::json to_json(const Progress& progress) {
  return {{"step", progress.step},
          {"processes", progress.processes},
          {"epoch", progress.position.epoch},
          {"batch", progress.position.batch},
          {"best_score", str(std::hexfloat, progress.best.score)},
          {"best_step", progress.best.step},
          {"validations_since_best", progress.best.validations_since},
          {"validations", progress.validations},
          {"validated_step", progress.validated_step},
          {"skipped", progress.skipped},
          {"skipped_in_a_row", progress.skipped_in_a_row},
          {"split", progress.split},
          {"learning_rate_factor", progress.learning_rate_factor},
          {"precision", progress.precision},
          {"loss_scale", progress.loss_scale.factor},
          {"loss_scale_steps", progress.loss_scale.steps},
          {"source_tokens", progress.source_tokens},
          {"target_tokens", progress.target_tokens},
          {"seconds", progress.cost.seconds},
          {"joules", progress.cost.joules},
          {"log_bytes", progress.log_bytes},
          {"finished", progress.finished}};
}

/// JSON has null for NaN, and files of older versions lack newer fields.
double number_or_nan(const nlohmann::json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>()
                                                   : std::numeric_limits<double>::quiet_NaN();
}

Progress from_json(const nlohmann::json& json) {
  return {.step = json.at("step"),
          .processes = json.value("processes", int64_t{1}),  // missing in files of older versions
          .position = {.epoch = json.at("epoch"), .batch = json.at("batch")},
          // Text, because JSON has no infinity, the score before the first validation.
          .best = {.score = std::stod(json.at("best_score").get<std::string>()),
                   .step = json.at("best_step"),
                   .validations_since = json.at("validations_since_best")},
          .validations = json.at("validations"),
          // Missing in files of older versions.
          .validated_step = json.value("validated_step", json.at("step").get<int64_t>()),
          .skipped = json.value("skipped", int64_t{0}),
          .skipped_in_a_row = json.value("skipped_in_a_row", int64_t{0}),
          .split = json.value("split", int64_t{0}),
          .learning_rate_factor = json.value("learning_rate_factor", 1.0),
          .precision = json.value("precision", std::string()),
          .loss_scale = {.factor = json.value("loss_scale", 1.0),
                         .steps = json.value("loss_scale_steps", int64_t{0})},
          .source_tokens = json.at("source_tokens"),
          .target_tokens = json.at("target_tokens"),
          .cost = {.seconds = json.at("seconds"), .joules = number_or_nan(json, "joules")},
          .log_bytes = json.at("log_bytes"),
          .finished = json.at("finished")};
}

/// The random generators of training: the CPU's, and the GPU's if the model is on one.
std::vector<std::pair<std::string, at::Generator>> generators(const torch::nn::Module& model) {
  std::vector<std::pair<std::string, at::Generator>> found = {
      {"random.cpu", at::globalContext().defaultGenerator(torch::kCPU)}};
  const auto device = model.parameters().front().device();
  if (!device.is_cpu())
    found.emplace_back("random.device", at::globalContext().defaultGenerator(device));
  return found;
}

}  // namespace

std::string to_text(const Progress& progress) { return to_json(progress).dump(); }

Progress progress_of(const std::string& text) { return from_json(nlohmann::json::parse(text)); }

void save_training_state(const std::string& path, Task& task, const Optimizer& optimizer,
                         const MovingAverage& average, const Progress& progress,
                         parallel::Group& group) {
  const auto& model = task.model();
  std::map<std::string, torch::Tensor> tensors;
  for (const auto& weight : model.named_parameters())
    tensors.emplace("model." + weight.key(), weight.value());
  for (const auto& buffer : model.named_buffers())
    tensors.emplace("model." + buffer.key(), buffer.value());
  for (const auto& [name, tensor] : optimizer.state()) tensors.emplace(name, tensor);
  for (const auto& [name, tensor] : average.state()) tensors.emplace(name, tensor);
  for (const auto& [name, tensor] : task.carried()) {
    tensors.emplace(std::string(kCarried) + name, torch::cat(group.gather(tensor)));
  }
  for (const auto& [name, generator] : generators(model))
    tensors.emplace(name, generator.get_state());
  if (!group.is_first()) return;
  interop::write_safetensors(path, tensors,
                             {{"format", kFormat},
                              {"progress", to_text(progress)},
                              {"tokenizer", task.tokenizers().hash()}});
}

Progress load_training_state(const std::string& path, Task& task, Optimizer& optimizer,
                             MovingAverage& average, const parallel::Group& group) {
  const torch::NoGradGuard no_grad;
  auto& model = task.model();
  const auto file = interop::read_safetensors(path);
  const auto metadata = [&](const std::string& key) {
    const auto found = file.metadata.find(key);
    return found == file.metadata.end() ? std::string() : found->second;
  };
  if (metadata("format") != kFormat) {
    throw Error("is not a training state of this version of regard", path,
                "train again with --overwrite", ExitCode::failure);
  }
  if (metadata("tokenizer") != task.tokenizers().hash()) {
    throw Error("was written with another tokenizer than the one beside it", path,
                "put back the tokenizer that was written with it, or train again with --overwrite",
                ExitCode::failure);
  }
  const auto take = [&](torch::Tensor& to, const std::string& name) {
    const auto found = file.tensors.find(name);
    if (found == file.tensors.end() || found->second.sizes() != to.sizes()) {
      throw Error(str("lacks the tensor ", name, ", or has it in another shape"), path,
                  "it belongs to another model; train again with --overwrite", ExitCode::failure);
    }
    to.copy_(found->second);
  };
  for (auto& weight : model.named_parameters()) take(weight.value(), "model." + weight.key());
  for (auto& buffer : model.named_buffers()) take(buffer.value(), "model." + buffer.key());
  optimizer.load_state(file.tensors);
  average.load_state(file.tensors);
  for (auto& [name, generator] : generators(model)) {
    const auto found = file.tensors.find(name);
    if (found != file.tensors.end()) generator.set_state(found->second);
  }
  const auto progress = progress_of(metadata("progress"));
  std::map<std::string, torch::Tensor> carried;
  for (const auto& [name, tensor] : file.tensors) {
    if (!name.starts_with(kCarried)) continue;
    const auto rows = tensor.size(0) / group.size();
    carried.emplace(name.substr(kCarried.size()), tensor.narrow(0, group.rank() * rows, rows));
  }
  task.resume(progress.position, carried);
  return progress;
}

}  // namespace regard::train
