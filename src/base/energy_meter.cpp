#include "regard/base/energy_meter.h"

#include <algorithm>
#include <fstream>

namespace regard {
namespace {

constexpr double kMicro = 1e-6;

std::optional<double> count_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  double number = 0;
  return in >> number ? std::optional(number) : std::nullopt;
}

/// "intel-rapl:0" is a package, "intel-rapl:0:1" a part of one. AMD's have the same names.
bool is_package(const std::string& name) {
  return name.starts_with("intel-rapl:") && std::count(name.begin(), name.end(), ':') == 1;
}

}  // namespace

EnergyMeter::EnergyMeter(const std::filesystem::path& root) {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(root, none)) {
    if (!is_package(entry.path().filename().string())) continue;
    const auto file = (entry.path() / "energy_uj").string();
    const auto begin = count_in(file);
    if (!begin) continue;
    counters_.push_back({.file = file,
                         .last = *begin,
                         .range = count_in(entry.path() / "max_energy_range_uj").value_or(0)});
  }
}

std::optional<double> EnergyMeter::joules() {
  if (counters_.empty()) return std::nullopt;
  double sum = 0;
  for (auto& counter : counters_) {
    const auto now = count_in(counter.file);
    if (!now) return std::nullopt;
    sum += *now - counter.last + (*now < counter.last ? counter.range : 0);
    counter.last = *now;
  }
  return kMicro * sum;
}

}  // namespace regard
