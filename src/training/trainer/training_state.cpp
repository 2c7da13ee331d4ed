#include "trainer/training_state.h"

#include <ATen/Context.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <type_traits>

#include "interop/load_model.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "trainer/model_sizes.h"

namespace regard::train {
namespace {

constexpr auto kFormat = "regard training state 1";
constexpr std::string_view kCarried = "task.";

constexpr auto kRemedyForAState =
    "put back a complete copy, start a new run from the best weights of this run "
    "(training.init_from), or train again with --overwrite";

/// Keys that files of older versions lack. All others are required.
constexpr std::array<std::string_view, 16> kNewerFields = {"pool",
                                                           "scheduled",
                                                           "preparation_seconds",
                                                           "elapsed_seconds",
                                                           "validated_at",
                                                           "processes",
                                                           "validated_step",
                                                           "skipped",
                                                           "skipped_in_a_row",
                                                           "split",
                                                           "joules",
                                                           "loss_scale",
                                                           "loss_scale_steps",
                                                           "precision",
                                                           "learning_rate_factor",
                                                           "film_bytes"};

/// Calls `field(name, value)` for all members that JSON can represent directly.
template <class SomeProgress, class Field>
void each_field(SomeProgress& progress, const Field& field) {
  field("step", progress.step);
  field("scheduled", progress.scheduled);
  field("elapsed_seconds", progress.elapsed_seconds);
  field("preparation_seconds", progress.preparation_seconds);
  field("processes", progress.processes);
  field("epoch", progress.position.epoch);
  field("pool", progress.position.pool);
  field("batch", progress.position.batch);
  field("best_step", progress.best.step);
  field("validations_since_best", progress.best.validations_since);
  field("validations", progress.validations);
  field("validated_step", progress.validated_step);
  field("validated_at", progress.validated_at);
  field("skipped", progress.skipped);
  field("skipped_in_a_row", progress.skipped_in_a_row);
  field("split", progress.split);
  field("learning_rate_factor", progress.learning_rate_factor);
  field("loss_scale", progress.loss_scale.factor);
  field("loss_scale_steps", progress.loss_scale.steps);
  field("source_tokens", progress.source_tokens);
  field("target_tokens", progress.target_tokens);
  field("seconds", progress.cost.seconds);
  field("log_bytes", progress.log_bytes);
  field("film_bytes", progress.film_bytes);
  field("finished", progress.finished);
}

interop::SafetensorsFile read(const std::string& path) {
  try {
    return interop::read_safetensors(path);
  } catch (const Error& error) {
    throw Error(error.problem(), error.where(), kRemedyForAState, error.exit_code());
  }
}

NamedTensors state_of(const torch::nn::Module& model) {
  NamedTensors tensors;
  for (const auto& weight : model.named_parameters())
    tensors.emplace_back("model." + weight.key(), weight.value());
  for (const auto& buffer : model.named_buffers())
    tensors.emplace_back("model." + buffer.key(), buffer.value());
  return tensors;
}

/// Whether training can have reached this progress.
bool is_possible(const Progress& progress) {
  const auto is_count = [](int64_t number) { return number >= 0; };
  const auto is_factor = [](double number) { return std::isfinite(number) && number > 0; };
  return std::ranges::all_of(
             std::array{progress.step, progress.scheduled, progress.validated_at,
                        progress.position.epoch, progress.position.pool, progress.position.batch,
                        progress.best.step, progress.best.validations_since, progress.validations,
                        progress.validated_step, progress.skipped, progress.skipped_in_a_row,
                        progress.split, progress.loss_scale.steps, progress.source_tokens,
                        progress.target_tokens, progress.log_bytes, progress.film_bytes},
             is_count) &&
         std::isfinite(progress.elapsed_seconds) && progress.preparation_seconds >= 0 &&
         progress.elapsed_seconds >= progress.preparation_seconds &&
         is_factor(progress.learning_rate_factor) && is_factor(progress.loss_scale.factor) &&
         progress.processes > 0 && !std::isnan(progress.best.score);
}

/// Reads a JSON value, without truncating a fraction to an integer.
template <class Value>
void read_field(const nlohmann::json& json, Value& value) {
  if (std::is_same_v<Value, int64_t> && !json.is_number_integer()) {
    throw Error(str(json.dump(), " is not a whole number"));
  }
  json.get_to(value);
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

[[noreturn]] void fail_damaged(const std::string& path, const std::string& what) {
  throw Error(what, path, kRemedyForAState, ExitCode::failure);
}

}  // namespace

double seconds_of_run(const config::TrainingOptions& training, const Progress& progress) {
  const double before = progress.preparation_seconds;
  return before + seconds_to_train(training.minutes, before);
}

std::string to_text(const Progress& progress) {
  nlohmann::json json = {
      // As text, because the score before the first validation is infinity, which JSON lacks.
      {"best_score", str(std::hexfloat, progress.best.score)},
      {"precision", name_of(progress.precision)},
      {"joules", progress.cost.joules}};
  each_field(progress, [&](const char* name, const auto& value) { json[name] = value; });
  return json.dump();
}

Progress progress_of(const std::string& text) {
  const auto json = nlohmann::json::parse(text);
  const auto holds = [&](std::string_view name) {
    return json.contains(name) || std::ranges::find(kNewerFields, name) == kNewerFields.end();
  };
  Progress progress;
  progress.scheduled = progress.validated_step = json.at("step");
  progress.validated_at = json.value("validated_step", progress.scheduled);
  progress.elapsed_seconds = json.value("seconds", 0.0);
  each_field(progress, [&](const char* name, auto& value) {
    if (holds(name)) read_field(json.at(name), value);
  });
  progress.best.score = std::stod(json.at("best_score").get<std::string>());
  if (holds("precision")) {
    const auto word = json.at("precision").get<std::string>();
    const auto precision = parse_name<config::Precision>(word);
    if (!precision) throw Error(str("unknown precision '", word, "'"), "precision");
    progress.precision = *precision;
  }
  const auto joules = json.find("joules");  // null is NaN
  progress.cost.joules = joules != json.end() && joules->is_number()
                             ? joules->get<double>()
                             : std::numeric_limits<double>::quiet_NaN();
  if (!is_possible(progress)) throw Error("the training progress is inconsistent");
  return progress;
}

void save_training_state(const std::string& path, Task& task, const Optimizer& optimizer,
                         const MovingAverage& average, const Progress& progress,
                         parallel::Group& group) {
  const auto& model = task.model();
  std::map<std::string, torch::Tensor> tensors;
  for (const auto& part : {state_of(model), optimizer.state(), average.state()}) {
    tensors.insert(part.begin(), part.end());
  }
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
                             MovingAverage& average, const parallel::Group& group,
                             ResumeAt resume_at) {
  const auto& model = task.model();
  const auto file = read(path);
  const auto metadata = [&](const std::string& key) {
    const auto found = file.metadata.find(key);
    return found == file.metadata.end() ? std::string() : found->second;
  };
  if (metadata("format") != kFormat) {
    throw Error("is not a training state of this version of regard", path,
                "train again with --overwrite", ExitCode::failure);
  }
  if (metadata("tokenizer") != task.tokenizers().hash()) {
    throw Error("was written with a different tokenizer than the one next to it", path,
                "put back the tokenizer that was written with it, or train again with --overwrite",
                ExitCode::failure);
  }
  restore(state_of(model), file.tensors, path);
  restore(average.state(), file.tensors, path);
  optimizer.load_state(file.tensors, path);
  for (auto& [name, generator] : generators(model)) {
    const auto found = file.tensors.find(name);
    if (found == file.tensors.end()) continue;
    try {
      generator.set_state(found->second);
    } catch (const c10::Error&) {
      fail_damaged(path, str("its ", name, " is not the state of a random generator"));
    }
  }
  auto progress = [&] {
    try {
      return progress_of(metadata("progress"));
    } catch (const std::exception&) {
      fail_damaged(path, "its progress is damaged");
    }
  }();
  if (resume_at == ResumeAt::next_epoch) {
    progress.position = {.epoch = progress.position.epoch + 1, .batch = 0};
    task.resume(progress.position, {});
    return progress;
  }
  std::map<std::string, torch::Tensor> carried;
  for (const auto& [name, tensor] : file.tensors) {
    if (!name.starts_with(kCarried)) continue;
    if (tensor.dim() == 0 || tensor.size(0) % group.size() != 0) {
      fail_damaged(path, str("its ", name, " has no rows for each process"));
    }
    const auto rows = tensor.size(0) / group.size();
    carried.emplace(name.substr(kCarried.size()), tensor.narrow(0, group.rank() * rows, rows));
  }
  try {
    task.resume(progress.position, carried);
  } catch (const Error& error) {
    if (!error.where().empty()) throw;  // not about this file
    fail_damaged(path, error.what());
  }
  return progress;
}

}  // namespace regard::train
