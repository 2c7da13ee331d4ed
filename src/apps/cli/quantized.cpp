#include "cli/quantized.h"

#include <cstddef>
#include <span>
#include <vector>

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
