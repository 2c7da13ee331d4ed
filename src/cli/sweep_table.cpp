#include "sweep_table.h"

#include <algorithm>
#include <iomanip>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "json_null.h"
#include "regard/base/decimals.h"

namespace regard::cli {
namespace {

constexpr double kWorst = std::numeric_limits<double>::infinity();

std::string cell_of(std::optional<double> value, int digits) {
  return value ? fixed(*value, digits) : "-";
}

}  // namespace

void sort_by_score(std::vector<SweptRun>& runs) {
  const auto key = [](const SweptRun& run) {
    return std::pair(-run.summary.bleu.value_or(-kWorst), run.summary.loss.value_or(kWorst));
  };
  std::stable_sort(runs.begin(), runs.end(),
                   [&](const SweptRun& a, const SweptRun& b) { return key(a) < key(b); });
}

std::string sweep_table(const std::vector<SweptRun>& runs) {
  size_t width = 3;
  for (const auto& run : runs) width = std::max(width, run.name.size());
  std::ostringstream text;
  const auto row = [&](const std::string& name, const std::vector<std::string>& cells) {
    text << std::left << std::setw(static_cast<int>(width)) << name << std::right;
    for (const auto& cell : cells) text << std::setw(11) << cell;
    text << '\n';
  };
  row("run", {"loss", "BLEU", "test BLEU", "steps", "minutes", "state"});
  for (const auto& run : runs) {
    const auto& summary = run.summary;
    row(run.name,
        {cell_of(summary.loss, 4), cell_of(summary.bleu, 2), cell_of(summary.test_bleu, 2),
         std::to_string(summary.step), cell_of(summary.minutes, 1), run.state});
  }
  return text.str();
}

std::string sweep_json(const std::vector<SweptRun>& runs) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& run : runs) {
    const auto& summary = run.summary;
    list.push_back({{"run", run.name},
                    {"directory", run.directory},
                    {"state", run.state},
                    {"steps", summary.step},
                    {"minutes", summary.minutes},
                    {"loss", json_or_null(summary.loss)},
                    {"bleu", json_or_null(summary.bleu)},
                    {"chrf", json_or_null(summary.chrf)},
                    {"test_loss", json_or_null(summary.test_loss)},
                    {"test_bleu", json_or_null(summary.test_bleu)},
                    {"test_chrf", json_or_null(summary.test_chrf)}});
  }
  return list.dump(2) + '\n';
}

}  // namespace regard::cli
