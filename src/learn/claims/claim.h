#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "draw/axis.h"

namespace regard::claims {

/// Parameters of one run of an experiment.
struct Attempt {
  uint64_t seed = 1;  ///< for all random numbers
  double effort = 1;  ///< share of the updates, samples and sentences; tests use less than 1

  /// `effort` times `count`, but at least 2.
  int64_t share_of(int64_t count) const;
};

/// Named numbers, in the order of measurement.
class Measurements {
 public:
  using Named = std::pair<std::string, double>;

  Measurements() = default;
  explicit Measurements(std::vector<Named> values) : values_(std::move(values)) {}

  void add(std::string name, double value) { values_.emplace_back(std::move(name), value); }
  /// The number with this name. Throws std::out_of_range if it was not measured.
  double at(const std::string& name) const;
  bool has(const std::string& name) const;
  const std::vector<Named>& values() const { return values_; }

 private:
  std::vector<Named> values_;
};

/// One run of an experiment.
struct Trial {
  uint64_t seed = 0;
  double seconds = 0;
  Measurements measured;
};

/// A number computed from the measurements of one trial.
using Quantity = std::function<double(const Measurements&)>;

Quantity measured(const std::string& name);
/// The first measurement minus the second in the same trial, so that shared seed effects cancel.
Quantity difference(const std::string& first, const std::string& second);
Quantity ratio(const std::string& first, const std::string& second);
/// The natural logarithm of first / second. For perplexities, this is the difference of the losses
/// in nats, which a diverged model dominates less than it would dominate a ratio.
Quantity log_ratio(const std::string& first, const std::string& second);

/// The missing bound of a check that has a bound on only one side.
inline constexpr double kNoBound = std::numeric_limits<double>::infinity();

/// A condition of a claim: a quantity lies between two bounds.
struct Check {
  std::string statement;      ///< "width 2: the additive score's loss is smaller"
  std::string quantity_name;  ///< with its unit: "difference of the losses (nats)"
  Quantity quantity;
  double low = -kNoBound;
  double high = kNoBound;
  /// Logarithmic if a chart shows the quantity on a logarithmic axis, so that both show the same
  /// mean.
  draw::Scale scale = draw::Scale::linear;
};

/// Means of measurements with their intervals, one mean per line.
struct Chart {
  struct Row {
    std::string name;
    std::string measurement;
    std::size_t colour = 0;
  };

  std::string title;
  draw::Axis axis;  ///< if logarithmic, means and intervals are computed from logarithms
  std::vector<Row> rows;
};

/// A statement in the book's chapters, or in the papers that they build on, and the experiment that
/// tests it.
struct Claim {
  std::string_view name = {};       ///< used on the command line and in file names
  std::string_view title = {};      ///< the statement in a few words
  std::string_view statement = {};  ///< the statement in full
  std::string_view source = {};     ///< sections of the English edition; papers
  std::string_view experiment = {};
  std::string_view depends_on = {};  ///< what the result depends on, if only some checks hold
  std::string_view remark = {};      ///< how to interpret the result, and its limits
  int seeds = 5;
  int seconds = 1;  ///< approximate time per trial on one core
  Measurements (*measure)(const Attempt&) = nullptr;
  std::vector<Check> checks = {};
  std::vector<Chart> charts = {};
};

/// All claims, in the order of the book.
const std::vector<Claim>& claims();

/// The claim with this name. Throws Error if there is none.
const Claim& find_claim(const std::string& name);

}  // namespace regard::claims
