// The log of a run (runs/run_log.h), and its curves in `regard log`.
#include <cmath>

#include "base/utf8.h"
#include "draw/charts.h"
#include "fuzz/folder_of_files.h"
#include "fuzz/target.h"
#include "runs/run_log.h"

namespace regard::fuzz {
namespace {

constexpr size_t kMostPoints = 100'000;  // more than an input can have

void check(const train::Curve& curve) {
  if (curve.steps.size() != curve.values.size() || curve.minutes.size() != curve.values.size()) {
    throw "a curve lacks something of a point";
  }
  if (curve.steps.size() > kMostPoints) throw "a curve has points that no line has";
  for (const double step : curve.steps) {
    if (!std::isfinite(step) || step < 0) throw "a step is not a count";
  }
}

}  // namespace

std::vector<std::string> seeds() {
  return {R"({"event":"train","step":10,"epoch":0,"loss":5.5,"minutes":0.1,"joules":1e3})"
          "\n"
          R"({"event":"valid","step":10,"loss":4.25,"bleu":1.5,"minutes":0.2})"
          "\n"
          R"({"event":"valid","step":20,"loss":null,"chrf":12,"bleu":1.75,"minutes":0.25})"
          "\n"
          R"({"event":"average","step":20,"loss":3.5,"text":"a"})"
          "\n"
          R"({"event":"test","step":20,"loss":3.75,"bleu":2})"
          "\n"
          R"({"event":"end","step":20})"
          "\n",
          R"({"event":"train","step":1,"loss":1e308})"
          "\n[]\n\n"
          R"({"event":"train","step":9223372036854775807,"loss":-1e308})"
          "\n"
          R"({"event":"train","step":18446744073709551615,"loss":-1e-308,"minutes":-5)"};
}

void try_input(std::string_view input) {
  static FolderOfFiles folder;
  folder.set("log.jsonl", input);
  const auto log = train::read_run_log(folder.path());
  const auto& summary = log.summary;
  if (summary.step < 0 || log.broken_lines < 0) throw "a count is below 0";
  if (summary.diverged && *summary.diverged < 0) throw "a run diverged before it began";
  for (const auto& [name, curve] : log.curves) {
    check(curve);
    for (const auto& x : {curve.steps, curve.minutes}) {
      draw::LineChart chart{.title = name, .x = {.title = "steps"}};
      chart.series.push_back({.name = "a run", .x = x, .y = curve.values});
      chart.series.push_back({.name = "the same, backwards", .x = curve.values, .y = x});
      draw::terminal_text(chart, {.columns = 60, .rows = 8});
    }
  }
}

}  // namespace regard::fuzz
