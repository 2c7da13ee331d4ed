#include "regard/train/run_log.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "regard/metrics/metric_table.h"

namespace regard::train {
namespace {

using Json = nlohmann::json;

std::optional<double> number(const Json& line, const char* key) {
  return line.contains(key) ? std::optional(line.at(key).get<double>()) : std::nullopt;
}

/// What the line says of each metric that validates.
std::map<std::string, double> scores_of(const Json& line) {
  std::map<std::string, double> scores;
  for (const auto& name : metrics::names_of_metrics_that(&metrics::MetricUses::validates)) {
    if (const auto score = number(line, name.c_str())) scores[name] = *score;
  }
  return scores;
}

void keep_best(RunSummary& summary, const Json& line) {
  const auto loss = number(line, "loss");
  if (loss) summary.loss = std::min(*loss, summary.loss.value_or(*loss));
  for (const auto& [name, score] : scores_of(line)) {
    auto& best = summary.scores.try_emplace(name, score).first->second;
    const auto& metric = metrics::metric_named(name, &metrics::MetricUses::validates);
    best = metric.higher_is_better ? std::max(best, score) : std::min(best, score);
  }
}

void add(RunSummary& summary, const Json& line) {
  const std::string event = line.value("event", "");
  summary.step = std::max(summary.step, line.value("step", int64_t{0}));
  summary.minutes = std::max(summary.minutes, line.value("minutes", 0.0));
  // Energy may be unreadable after a resume: then the earlier joules are not the whole.
  if (line.contains("minutes")) summary.joules = number(line, "joules");
  if (event == "valid" || event == "average") {
    keep_best(summary, line);
  } else if (event == "test") {
    summary.test_loss = number(line, "loss");
    summary.test_scores = scores_of(line);
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

std::optional<double> score_of(const std::map<std::string, double>& scores,
                               const std::string& name) {
  const auto found = scores.find(name);
  return found == scores.end() ? std::nullopt : std::optional(found->second);
}

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
