#include "cli/bench_profile.h"

#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/decimals.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

constexpr double kGiga = 1e9;

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

}  // namespace

std::vector<ProfileRow> rows_of(const engine::Profile& profile, engine::Precision precision) {
  const auto phases = profile.read();
  double seconds = 0;
  for (const auto& phase : phases) seconds += phase.seconds;
  if (seconds == 0) return {};
  const double most = engine::product_rate(precision);
  std::vector<ProfileRow> rows;
  for (size_t i = 0; i < phases.size(); ++i) {
    const auto& phase = phases[i];
    const double rate = ratio(phase.product_operations, phase.product_seconds);
    rows.push_back({.phase = engine::names_of(engine::Phase{})[i],
                    .share = phase.seconds / seconds,
                    .products = ratio(phase.product_seconds, phase.seconds),
                    .gigaoperations = rate / kGiga,
                    .of_rate = rate / most});
  }
  return rows;
}

std::string table_of(const std::vector<ProfileRow>& rows) {
  if (rows.empty()) return "";
  std::ostringstream table;
  const auto percent = [](double share) { return str(fixed(100 * share, 0), " %"); };
  constexpr int kPhase = 9, kShare = 10, kProducts = 18, kRate = 16, kOfRate = 20;
  table << "\nphase  " << std::setw(kShare + 2) << "of the time" << std::setw(kProducts)
        << "of it products" << std::setw(kRate) << "10^9 op/s" << std::setw(kOfRate)
        << "of the rate" << '\n';
  for (const auto& row : rows) {
    table << std::left << std::setw(kPhase) << row.phase << std::right << std::setw(kShare)
          << percent(row.share) << std::setw(kProducts) << percent(row.products) << std::setw(kRate)
          << fixed(row.gigaoperations, 0) << std::setw(kOfRate) << percent(row.of_rate) << '\n';
  }
  return table.str();
}

nlohmann::ordered_json json_of(const std::vector<ProfileRow>& rows) {
  auto json = nlohmann::ordered_json::array();
  for (const auto& row : rows) {
    json.push_back({{"phase", row.phase},
                    {"share", row.share},
                    {"products", row.products},
                    {"gigaoperations_per_second", row.gigaoperations},
                    {"of_rate", row.of_rate}});
  }
  return json;
}

}  // namespace regard::cli
