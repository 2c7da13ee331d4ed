#include "model/modules.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <torch/cuda.h>

#include <charconv>

#include "architecture/architectures.h"
#include "architecture/registry.h"
#include "base/machine.h"
#include "base/readable.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::model {
namespace {

torch::Device cuda_device(const std::string& name, int64_t number) {
  const auto count = static_cast<int64_t>(torch::cuda::device_count());
  if (count == 0) {
    throw Error(
        str("device ", name, " was requested, but LibTorch finds no GPU"), {},
        "use --device cpu, or a LibTorch built with CUDA and a driver that nvidia-smi shows");
  }
  if (number >= count) {
    throw Error(str("device ", name, " was requested, but there are ", count, " GPUs"), {},
                str("use at most cuda:", count - 1));
  }
  // cuDNN plans attention for every new shape, which takes 0.1 s, and most batches have a new
  // shape.
  at::globalContext().setSDPUseCuDNN(false);
  return {torch::kCUDA, static_cast<c10::DeviceIndex>(number)};
}

}  // namespace

torch::Device device_named(const std::string& name) {
  if (name == "cpu") return torch::kCPU;
  if (name == "auto") return torch::cuda::is_available() ? cuda_device(name, 0) : torch::kCPU;
  if (name == "cuda") return cuda_device(name, 0);
  constexpr std::string_view prefix = "cuda:";
  if (name.starts_with(prefix)) {
    int8_t number = 0;  // the type of c10::DeviceIndex
    const char* end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + prefix.size(), end, number);
    if (read.ec == std::errc() && read.ptr == end && number >= 0) return cuda_device(name, number);
  }
  throw Error(str("unknown device '", name, "'"), {}, "use auto, cpu, cuda or cuda:N");
}

void set_threads(int64_t threads) {
  if (threads > 0) regard::set_threads(threads);
  at::set_num_threads(static_cast<int>(regard::threads()));
  // Operations run in sequence; LibTorch accepts this setting once, before its first operation.
  static const bool kSaid = [] {
    try {
      at::set_num_interop_threads(1);
    } catch (const c10::Error&) {
    }
    return true;
  }();
  static_cast<void>(kSaid);
}

TokenFlops token_flops(const torch::nn::Module& model, const nn::OutputLayer& output_layer) {
  TokenFlops flops;
  for (const auto& parameter : model.named_parameters()) {
    const auto& name = parameter.key();
    const bool multiplies = parameter.value().dim() > 1;
    if (!multiplies || name.find("embedding") != std::string::npos) continue;
    auto& side = name.starts_with("encoder.") ? flops.source : flops.target;
    side += 2.0 * static_cast<double>(parameter.value().numel());
  }
  // An output layer that shares an embedding's weight does not own it.
  const bool is_embedding = !output_layer->named_parameters(false).contains("weight");
  if (is_embedding) flops.target += 2.0 * static_cast<double>(output_layer->weight.numel());
  return flops;
}

namespace {

/// Throws Error, before allocating anything, if the model does not fit in memory.
template <class Options>
void check_memory(const Options& options, int64_t vocab) {
  const double needed = options.least_weights(static_cast<double>(vocab)) * sizeof(float);
  const auto available = static_cast<double>(available_memory());
  if (available == 0 || needed <= available) return;
  const auto gigabytes = [](double bytes) { return fixed(bytes / 1e9, 1); };
  throw Error(str("needs at least ", gigabytes(needed), " GB for its weights, but ",
                  gigabytes(available), " GB of memory is available"),
              "model", "use a smaller model, with fewer or narrower layers", ExitCode::failure);
}

}  // namespace

std::shared_ptr<Seq2SeqModel> make_seq2seq_model(const config::Node& section, int64_t source_vocab,
                                                 int64_t target_vocab, bool shared_vocab) {
  const auto& wanted = find_architecture(section).name;
  std::shared_ptr<Seq2SeqModel> made;
  each_architecture([&]<class Row>() {
    if (wanted != Row::kFacts.name) return;
    const auto options = read_options<typename Row::Options>(section);
    check_memory(options, source_vocab + target_vocab);
    made = Row::make(options,
                     {.source = source_vocab, .target = target_vocab, .is_shared = shared_vocab});
  });
  return made;
}

std::shared_ptr<LanguageModel> make_language_model(const config::Node& section, int64_t vocab) {
  const auto& wanted = find_language_architecture(section).name;
  std::shared_ptr<LanguageModel> made;
  each_language_architecture([&]<class Row>() {
    if (wanted != Row::kFacts.name) return;
    const auto options = read_options<typename Row::Options>(section);
    check_memory(options, vocab);
    made = Row::make(options, vocab);
  });
  return made;
}

std::optional<config::Node> section_of(const Seq2SeqModel& model) {
  std::optional<config::Node> section;
  each_architecture([&]<class Row>() {
    const auto* options = Row::options_of(model);
    if (options != nullptr) section = complete_section(Row::kFacts.name, *options);
  });
  return section;
}

}  // namespace regard::model
