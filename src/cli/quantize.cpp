// regard quantize: a model whose matrices are 8-bit integers, a quarter as large.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "commands.h"
#include "options.h"
#include "regard/base/decimals.h"
#include "regard/base/error.h"
#include "regard/base/folder.h"
#include "regard/base/log.h"
#include "regard/store/model_directory.h"
#include "regard/store/model_file.h"
#include "regard/store/open_model.h"
#include "regard/store/origin.h"
#include "regard/translate/translation_model.h"

namespace regard::cli {
namespace {

namespace fs = std::filesystem;

std::string mebibytes(const fs::path& file) {
  return fixed(static_cast<double>(fs::file_size(file)) / (1024.0 * 1024.0), 1) + " MiB";
}

int quantize(const fs::path& input, const fs::path& output) {
  store::check_holds_no_model(output);
  const store::ModelDirectory from(input), to(output);
  auto model = store::open_model(input.string(), config::Task::translation);
  // Nothing is written for a file with other weights than the model's.
  const translate::TranslationModel checked(input.string(), {.device = "cpu"});
  make_folder(output);
  store::copy_config(from, to);
  to.save_tokenizers(model.tokenizers);
  std::vector<std::byte> numbers;
  const auto bytes = [&](const std::string& name) {
    numbers.resize(bytes_of(model.file.weights().at(name)));
    model.file.read(name, numbers);
    return std::span<const std::byte>(numbers);
  };
  store::write_model_file(to.weights(), {.shapes = model.file.weights(), .bytes = bytes},
                          model.file.metadata(), store::Storage::int8);
  log_info("quantized ", input.string(), " into ", output.string(), ": ", mebibytes(from.weights()),
           " of weights are ", mebibytes(to.weights()), " now");
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
