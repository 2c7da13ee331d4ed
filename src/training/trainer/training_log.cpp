#include "trainer/training_log.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/regular_file.h"
#include "metrics/metric_table.h"
#include "regard/base/str.h"
#include "runs/run_log.h"

namespace regard::train {

TrainingLog::TrainingLog(const std::string& directory, int64_t keep_bytes)
    : lines_(directory + "/log.jsonl", keep_bytes), events_(directory) {
  const auto config = directory + "/config.yaml";
  if (is_there(config)) write_text("config", 0, str("```\n", read_file(config), "```\n"));
}

void TrainingLog::write(const std::string& event, int64_t step, const Figures& figures) {
  nlohmann::ordered_json line = {{"event", event}, {"step", step}};
  for (const auto& [name, value] : figures) {
    const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
    line[name] =
        whole ? nlohmann::ordered_json(static_cast<int64_t>(value)) : nlohmann::ordered_json(value);
    events_.scalar(event + "/" + name, step, value);
  }
  lines_.write(line.dump() + '\n');
  flush();
}

void TrainingLog::write_text(const std::string& tag, int64_t step, const std::string& markdown) {
  events_.text(tag, step, markdown);
  events_.flush();
}

std::string samples_in_markdown(const std::vector<Validation::Sample>& samples) {
  const auto cell = [](const std::string& text) {
    std::string escaped;
    for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
    return escaped;
  };
  std::string table = "| source | reference | translation |\n|---|---|---|\n";
  for (const auto& sample : samples) {
    table += str("| ", cell(sample.source), " | ", cell(sample.reference), " | ",
                 cell(sample.translation), " |\n");
  }
  return table;
}

void TrainingLog::flush() {
  lines_.flush();
  events_.flush();
}

void add_cost(Figures& figures, const Cost& cost) {
  figures.emplace_back("minutes", cost.seconds / 60);
  if (std::isfinite(cost.joules)) figures.emplace_back("joules", cost.joules);
}

void add_scores(Figures& figures, const Validation& result) {
  for (const auto& name : metrics::names_of_metrics_that(&metrics::MetricUses::validates)) {
    if (const auto score = score_of(result.scores, name)) figures.emplace_back(name, *score);
  }
}

void TrainingLog::sync() { lines_.sync(); }

int64_t TrainingLog::bytes() { return lines_.size(); }

}  // namespace regard::train
