#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/profile.h"

namespace regard::cli {

/// A phase of the inference engine, for `regard bench --profile`.
struct ProfileRow {
  std::string phase;
  double share;           ///< of the engine's time
  double products;        ///< of the phase's time, in products
  double gigaoperations;  ///< of its products, per second and thread
  double of_rate;         ///< share of what products reach with weights in the nearest caches
};

/// A row for each phase of an engine with products of that precision. Empty where none worked.
std::vector<ProfileRow> rows_of(const engine::Profile& profile, engine::Precision precision);

std::string table_of(const std::vector<ProfileRow>& rows);
nlohmann::ordered_json json_of(const std::vector<ProfileRow>& rows);

}  // namespace regard::cli
