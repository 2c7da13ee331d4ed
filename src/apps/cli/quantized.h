#pragma once
#include <string>

#include "store/open_model.h"

namespace regard::cli {

/// Writes the weights of a model as 8-bit integers (store::Storage::int8).
void write_quantized(const store::OpenModel& model, const std::string& path);

}  // namespace regard::cli
