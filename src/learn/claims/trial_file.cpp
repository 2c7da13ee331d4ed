#include "claims/trial_file.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/append_file.h"
#include "base/atomic_file.h"
#include "base/regular_file.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinity; null is a number that is not finite.
double number_of(const Json& json) { return json.is_null() ? std::nan("") : json.get<double>(); }

Trial trial_of(const std::string& line) {
  const auto json = Json::parse(line);
  std::vector<Measurements::Named> values;
  for (const auto& [name, value] : json.at("measured").items()) {
    values.emplace_back(name, number_of(value));
  }
  return {json.at("seed").get<uint64_t>(), json.at("seconds").get<double>(),
          Measurements(std::move(values))};
}

/// Throws std::out_of_range.
void check_complete(const Claim& claim, const Measurements& measured) {
  for (const auto& check : claim.checks) static_cast<void>(check.quantity(measured));
  for (const auto& chart : claim.charts) {
    for (const auto& row : chart.rows) static_cast<void>(measured.at(row.measurement));
  }
}

std::string text_of(const std::filesystem::path& path) {
  return is_there(path) ? read_file(path) : "";
}

}  // namespace

TrialFile::TrialFile(const std::filesystem::path& folder, const Claim& claim)
    : path_(folder / str(claim.name, ".jsonl")), claim_(&claim) {}

std::vector<Trial> TrialFile::read() const {
  std::vector<Trial> trials;
  const auto text = text_of(path_);
  size_t begin = 0;
  for (size_t line = 1; begin < text.size(); ++line) {
    const size_t end = text.find('\n', begin);
    if (end == std::string::npos) break;
    const auto fail = [&](const std::string& why) {
      throw Error(str("is no trial of ", claim_->name, why), str(path_.string(), ':', line),
                  "remove the file, and its trials are made again");
    };
    try {
      trials.push_back(trial_of(text.substr(begin, end - begin)));
      check_complete(*claim_, trials.back().measured);
    } catch (const Json::exception&) {
      fail("");
    } catch (const std::out_of_range& missing) {
      fail(str(": ", missing.what()));
    }
    begin = end + 1;
  }
  return trials;
}

void TrialFile::add(const Trial& trial) const {
  Json json{{"seed", trial.seed}, {"seconds", trial.seconds}, {"measured", Json::object()}};
  for (const auto& [name, value] : trial.measured.values()) json["measured"][name] = value;
  const auto whole = text_of(path_).rfind('\n');
  AppendFile file(path_, whole == std::string::npos ? 0 : static_cast<int64_t>(whole) + 1);
  file.write(json.dump() + '\n');
  file.sync();
}

}  // namespace regard::claims
