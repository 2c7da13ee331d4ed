#include "regard/train/run_log.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

namespace regard::train {
namespace {

using Json = nlohmann::json;

std::optional<double> number(const Json& line, const char* key) {
  return line.contains(key) ? std::optional(line.at(key).get<double>()) : std::nullopt;
}

/// Keeps the better of two numbers, either of which may be missing.
template <class Better>
void keep(std::optional<double>& best, std::optional<double> other, Better better) {
  if (other && (!best || better(*other, *best))) best = other;
}

void add(RunSummary& summary, const Json& line) {
  const std::string event = line.value("event", "");
  summary.step = std::max(summary.step, line.value("step", int64_t{0}));
  summary.minutes = std::max(summary.minutes, line.value("minutes", 0.0));
  // Energy may be unreadable after a resume: then the earlier joules are not the whole.
  if (line.contains("minutes")) summary.joules = number(line, "joules");
  if (event == "valid" || event == "average") {
    keep(summary.loss, number(line, "loss"), std::less<>());
    keep(summary.bleu, number(line, "bleu"), std::greater<>());
    keep(summary.chrf, number(line, "chrf"), std::greater<>());
  } else if (event == "test") {
    summary.test_loss = number(line, "loss");
    summary.test_bleu = number(line, "bleu");
    summary.test_chrf = number(line, "chrf");
  }
  summary.ended = event == "end";
}

void add(std::map<std::string, Curve>& curves, const Json& line) {
  if (!line.contains("event") || !line.contains("step")) return;
  for (const auto& [name, value] : line.items()) {
    if (!value.is_number() || name == "step" || name == "minutes") continue;
    auto& curve = curves[line["event"].get<std::string>() + "/" + name];
    curve.steps.push_back(line["step"]);
    curve.minutes.push_back(line.value("minutes", std::numeric_limits<double>::quiet_NaN()));
    curve.values.push_back(value);
  }
}

}  // namespace

RunLog read_run_log(const std::string& directory) {
  RunLog log;
  std::ifstream lines(directory + "/log.jsonl");
  for (std::string text; std::getline(lines, text);) {
    const auto line = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!line.is_object()) continue;
    add(log.summary, line);
    add(log.curves, line);
  }
  return log;
}

}  // namespace regard::train
