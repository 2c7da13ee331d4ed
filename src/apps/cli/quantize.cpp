#include "cli/commands.h"

#include <CLI/CLI.hpp>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "cli/options.h"
#include "regard/base/error.h"
#include "store/model_directory.h"
#include "translate/translation_model.h"

namespace regard::cli {

void write_quantized(const store::OpenModel& model, const std::string& path) {
  std::vector<std::byte> numbers;
  const auto bytes = [&](const std::string& name) {
    numbers.resize(bytes_of(model.file.weights().at(name)));
    model.file.read(name, numbers);
    return std::span<const std::byte>(numbers);
  };
  store::write_model_file(path, {.shapes = model.file.weights(), .bytes = bytes},
                          model.file.metadata(), store::Storage::int8);
}

}  // namespace regard::cli

// regard quantize: writes a model whose matrices are 8-bit integers, a quarter of the size.
namespace regard::cli {
namespace {

std::string mebibytes(const std::string& file) {
  return fixed(static_cast<double>(size_of_regular_file(file)) / (1024.0 * 1024.0), 1) + " MiB";
}

int quantize(const std::string& input, const std::string& output) {
  store::check_holds_no_model(output);
  const store::ModelDirectory from(input), to(output);
  const auto model = store::open_model(input, config::Task::translation);
  // Fails before anything is written if the weights do not belong to the model.
  const translate::TranslationModel checked(input, {.device = "cpu"});
  make_folder(output);
  store::copy_config(from, to);
  to.save_tokenizers(model.tokenizers);
  write_quantized(model, to.weights());
  log_info("quantized ", input, " into ", output, ": weights ", mebibytes(from.weights()), " -> ",
           mebibytes(to.weights()));
  return 0;
}

}  // namespace

std::function<int()> add_quantize(CLI::App& command) {
  auto input = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>();
  add_required(command, "MODEL", *input, "MODEL",
               "The model: a directory written by regard train.");
  add_required(command, "-o,--output", *output, "DIR", "The model directory to write.");
  return [=] { return quantize(*input, *output); };
}

}  // namespace regard::cli
