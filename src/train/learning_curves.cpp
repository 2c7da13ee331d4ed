#include "regard/train/learning_curves.h"

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

namespace regard::train {

std::map<std::string, Curve> read_learning_curves(const std::string& directory) {
  std::map<std::string, Curve> curves;
  std::ifstream log(directory + "/log.jsonl");
  for (std::string text; std::getline(log, text);) {
    const auto line = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!line.is_object() || !line.contains("event") || !line.contains("step")) continue;
    for (const auto& [name, value] : line.items()) {
      if (!value.is_number() || name == "step" || name == "minutes") continue;
      auto& curve = curves[line["event"].get<std::string>() + "/" + name];
      curve.steps.push_back(line["step"]);
      curve.minutes.push_back(line.value("minutes", std::numeric_limits<double>::quiet_NaN()));
      curve.values.push_back(value);
    }
  }
  return curves;
}

}  // namespace regard::train
