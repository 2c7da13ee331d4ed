#pragma once
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace regard::cli {

/// The number; null if there is none.
inline nlohmann::ordered_json json_or_null(std::optional<double> value) {
  if (value && std::isfinite(*value)) return *value;
  return nullptr;
}

}  // namespace regard::cli
