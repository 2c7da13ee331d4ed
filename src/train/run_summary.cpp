#include "regard/train/run_summary.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

namespace regard::train {
namespace {

using Json = nlohmann::json;

std::optional<double> number(const Json& line, const char* key) {
  return line.contains(key) ? std::optional(line.at(key).get<double>()) : std::nullopt;
}

/// Keeps the better of two numbers, of which either may be missing.
template <class Better>
void keep(std::optional<double>& best, std::optional<double> other, Better better) {
  if (other && (!best || better(*other, *best))) best = other;
}

void add(RunSummary& summary, const Json& line) {
  const std::string event = line.value("event", "");
  summary.step = std::max(summary.step, line.value("step", int64_t{0}));
  summary.minutes = std::max(summary.minutes, line.value("minutes", 0.0));
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

}  // namespace

RunSummary read_run_summary(const std::string& directory) {
  RunSummary summary;
  std::ifstream log(directory + "/log.jsonl");
  for (std::string text; std::getline(log, text);) {
    const auto line = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (line.is_object()) add(summary, line);
  }
  return summary;
}

}  // namespace regard::train
