#include "runs/run_log.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/files.h"
#include "metrics/metric_table.h"
#include "regard/base/error.h"
#include "text/line_reader.h"

namespace regard::train {

RunLock::RunLock(const std::string& directory)
    : descriptor_(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const bool is_taken = errno == EWOULDBLOCK;
  if (!is_taken) return;
  ::close(descriptor_);
  throw Error("another process is training in this directory", directory,
              "wait until it has ended, stop it, or name another directory with --output",
              ExitCode::failure);
}

RunLock::~RunLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool is_training(const std::string& directory) {
  const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool is_taken = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return is_taken;
}

namespace {

using Json = nlohmann::json;

std::optional<double> number(const Json& line, const char* key) {
  const auto found = line.find(key);
  if (found == line.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

/// Whether the line has the form that TrainingLog writes: an event, a step, and numbers, with null
/// for a number that is not finite.
bool is_event(const Json& line) {
  if (!line.is_object() || !line.contains("event") || !line["event"].is_string()) return false;
  const auto step = line.find("step");
  if (step == line.end() || !step->is_number_integer() || step->get<int64_t>() < 0) return false;
  return std::all_of(line.begin(), line.end(), [](const Json& value) {
    return value.is_number() || value.is_null() || value.is_string();
  });
}

/// The line's scores by validation metric.
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
  const auto event = line.at("event").get<std::string>();
  summary.step = std::max(summary.step, line.at("step").get<int64_t>());
  summary.minutes = std::max(summary.minutes, number(line, "minutes").value_or(0));
  if (line.contains("loss") && line["loss"].is_null() && !summary.diverged) {
    summary.diverged = line.at("step").get<int64_t>();
  }
  // Energy may be unreadable after a resume. The earlier joules are then not the total.
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
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [name, value] : line.items()) {
    if (value.is_string() || name == "step" || name == "minutes") continue;
    auto& curve = curves[line.at("event").get<std::string>() + "/" + name];
    curve.steps.push_back(line.at("step"));
    curve.minutes.push_back(number(line, "minutes").value_or(kNone));
    curve.values.push_back(number(line, name.c_str()).value_or(kNone));
  }
}

}  // namespace

std::optional<double> score_of(const std::map<std::string, double>& scores,
                               const std::string& name) {
  const auto found = scores.find(name);
  return found == scores.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> validation_texts(const std::map<std::string, Curve>& curves) {
  constexpr std::string_view kBefore = "valid/", kBehind = "/loss";
  std::vector<std::string> texts;
  for (const auto& [name, curve] : curves) {
    if (!name.starts_with(kBefore) || !name.ends_with(kBehind)) continue;
    if (name.size() <= kBefore.size() + kBehind.size()) continue;  // skips valid/loss itself
    texts.push_back(name.substr(kBefore.size(), name.size() - kBefore.size() - kBehind.size()));
  }
  return texts;
}

RunLog read_run_log(const std::string& directory) {
  RunLog log;
  const auto path = directory + "/log.jsonl";
  if (!is_there(path)) return log;
  size_of_regular_file(path);
  text::LineReader lines(path, text::LineReader::Encoding::repaired);
  bool is_broken = false;
  for (std::string text; lines.next(text);) {
    const auto line = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    is_broken = !is_event(line);
    log.broken_lines += is_broken ? 1 : 0;
    if (is_broken) continue;
    add(log.summary, line);
    add(log.curves, line);
  }
  if (is_broken) --log.broken_lines;  // an active run may be writing the last line
  return log;
}

}  // namespace regard::train
