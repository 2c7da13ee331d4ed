#include "claims/trial_file.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/atomic_file.h"
#include "base/files.h"
#include "compare/seed_groups.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::claims {

double student_quantile(double degrees_of_freedom) {
  constexpr double kOutside = 0.05;
  double low = 0, high = 1;
  while (compare::student_p_value(high, degrees_of_freedom) > kOutside) high *= 2;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (compare::student_p_value(middle, degrees_of_freedom) > kOutside ? low : high) = middle;
  }
  return high;
}

Interval interval_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() < 2) return {mean, std::nan(""), std::nan("")};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = std::sqrt(squares / (count - 1) / count);
  const double half = error == 0 ? 0 : student_quantile(count - 1) * error;
  return {mean, mean - half, mean + half};
}

namespace {

Interval exponential_of(const Interval& interval) {
  return {std::exp(interval.mean), std::exp(interval.low), std::exp(interval.high)};
}

}  // namespace

Interval interval_of(std::vector<double> values, draw::Scale scale) {
  if (scale == draw::Scale::linear) return interval_of(values);
  for (auto& value : values) value = std::log(value);
  return exponential_of(interval_of(values));
}

namespace {

/// Converts `check` to a check of the logarithm of its quantity.
Check in_logarithms(Check check) {
  check.low = check.low > 0 ? std::log(check.low) : -kNoBound;
  check.high = std::log(check.high);
  return check;
}

/// Estimated number of seeds for which the interval will no longer contain the nearest bound,
/// assuming that mean and deviation do not change.
std::optional<int64_t> seeds_to_tell(const Check& check, const std::vector<double>& values) {
  const auto interval = interval_of(values);
  const auto count = static_cast<double>(values.size());
  const double distance =
      std::min(std::abs(interval.mean - check.low), std::abs(interval.mean - check.high));
  if (!std::isfinite(interval.high) || distance == 0) return std::nullopt;
  const double error = (interval.high - interval.mean) / student_quantile(count - 1);
  constexpr double kNormalQuantile = 1.96;
  constexpr double kMost = 1000;
  const double wanted = std::ceil(count * std::pow(kNormalQuantile * error / distance, 2));
  if (wanted > kMost) return std::nullopt;
  return static_cast<int64_t>(std::max(wanted, count + 1));
}

std::string verdict_text(const Claim& claim, const std::vector<CheckResult>& checks) {
  const auto count_of = [&](Answer answer) {
    return std::ranges::count(checks, answer, &CheckResult::answer);
  };
  const auto all = std::ssize(checks);
  const auto held = count_of(Answer::yes), refuted = count_of(Answer::no);
  if (held == all) return "holds";
  if (refuted == all) return "refuted";
  if (held > 0 && refuted > 0) return str("depends on ", claim.depends_on);
  if (held + refuted == 0) return "undecided: too few seeds";
  return str(held > 0 ? "holds" : "refuted", " in ", held + refuted, " of ", all,
             " checks, undecided in the rest: too few seeds");
}

}  // namespace

CheckResult judge(const Check& check, const std::vector<Trial>& trials) {
  const bool is_log = check.scale == draw::Scale::log;
  std::vector<double> values;
  for (const auto& trial : trials) {
    const double value = check.quantity(trial.measured);
    values.push_back(is_log ? std::log(value) : value);
  }
  const auto bounds = is_log ? in_logarithms(check) : check;
  const auto of_values = interval_of(values);
  const bool within = of_values.low > bounds.low && of_values.high < bounds.high;
  const bool outside = of_values.high <= bounds.low || of_values.low >= bounds.high;
  const auto answer = within ? Answer::yes : outside ? Answer::no : Answer::undecided;
  return {is_log ? exponential_of(of_values) : of_values, answer,
          answer == Answer::undecided ? seeds_to_tell(bounds, values) : std::nullopt};
}

Verdict judge(const Claim& claim, const std::vector<Trial>& trials) {
  Verdict verdict;
  for (const auto& check : claim.checks) verdict.checks.push_back(judge(check, trials));
  verdict.text = verdict_text(claim, verdict.checks);
  return verdict;
}

namespace {

using Json = nlohmann::ordered_json;

/// A number from JSON, in which null stands for a number that is not finite.
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

/// Throws std::out_of_range if a quantity of the claim is missing.
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
      throw Error(str("is not a trial of ", claim_->name, why), str(path_.string(), ':', line),
                  "remove the file to repeat its trials");
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
