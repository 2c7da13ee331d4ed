#pragma once
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "regard/base/limits.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"

namespace regard::config {

/// The condition that an option's value must satisfy.
template <class Value>
struct Check {
  std::string allowed;  ///< "at least 1", for messages and the reference; empty: any value
  std::function<bool(const Value&)> holds;  ///< empty: true of every value
  std::string metavariable = {};            ///< "FILE" or "red|green", in --help; empty: the type's
  /// A bound so far beyond practical use that only messages mention it: "at most 1024".
  std::string bound = {};
  std::function<bool(const Value&)> is_bounded = {};

  /// The problem with `value` ("must be at least 1"); nullopt if it is allowed.
  std::optional<std::string> operator()(const Value& value) const {
    if (holds && !holds(value)) return "must be " + allowed;
    if (is_bounded && !is_bounded(value)) return "must be " + bound;
    return std::nullopt;
  }
};

/// The ways in which users of a server can set an option, apart from the models' configs.
template <class Value>
struct Served {
  using Number = std::conditional_t<std::is_floating_point_v<Value>, Value, int64_t>;

  bool by_flag = true;         ///< set by a `regard serve` flag, for requests that do not set it
  bool by_request = false;     ///< set by a field of a request
  Number least = 0, most = 0;  ///< bounds of a number in a request
  bool to_beam_limit = false;  ///< also limited by the server's --beam-limit
};

/// Lists words for `allowed`: "one of post, pre"; for a single word, only the word.
template <class Words>
std::string list_of_words(const Words& words) {
  return (words.size() > 1 ? "one of " : "") + join(words);
}

/// Any value of the type; for an enum, `allowed` lists its names.
template <class Value>
Check<Value> anything() {
  if constexpr (NamedEnum<Value>) {
    return {list_of_words(names_of(Value{})), {}};
  } else {
    return {};
  }
}

/// A count; `most` is a limit from base/limits.h.
inline Check<int64_t> count_of(int64_t least, int64_t most = limits::kCount) {
  return {.allowed = str("at least ", least),
          .holds = [=](int64_t value) { return value >= least; },
          .bound = str("at most ", most),
          .is_bounded = [=](int64_t value) { return value <= most; }};
}

template <std::floating_point Value>
Check<Value> at_least(Value least) {
  return {str("at least ", least), [=](const Value& value) { return value >= least; }};
}

/// A count of at least `least`, or auto.
inline Check<AutoInt> count_or_auto(int64_t least, int64_t most = limits::kCount) {
  return {
      .allowed = str("at least ", least, ", or auto"),
      .holds = [=](const AutoInt& value) { return value.is_auto() || *value.number >= least; },
      .bound = str("at most ", most),
      .is_bounded = [=](const AutoInt& value) { return value.is_auto() || *value.number <= most; }};
}

template <class Value>
Check<Value> more_than(Value bound) {
  return {str("more than ", bound), [=](const Value& value) { return value > bound; }};
}

/// A number in [low, high].
template <class Value>
Check<Value> from_to(Value low, Value high) {
  return {str("at least ", low, " and at most ", high),
          [=](const Value& value) { return value >= low && value <= high; }};
}

/// A number in [low, high).
inline Check<double> from_to_below(double low, double high) {
  return {str("at least ", low, " and below ", high),
          [=](double value) { return value >= low && value < high; }};
}

/// A number in (low, high].
inline Check<double> above_to(double low, double high) {
  return {str("more than ", low, " and at most ", high),
          [=](double value) { return value > low && value <= high; }};
}

/// A number in [low, high), or auto.
inline Check<AutoDouble> from_to_below_or_auto(double low, double high) {
  return {str("at least ", low, " and below ", high, ", or auto"), [=](const AutoDouble& value) {
            return value.is_auto() || (*value.number >= low && *value.number < high);
          }};
}

/// The path of a file, a directory, or a run or model directory; may be empty.
inline Check<std::string> file() { return {"", {}, "FILE"}; }
inline Check<std::string> directory() { return {"", {}, "DIR"}; }
inline Check<std::string> model_directory() { return {"", {}, "MODEL"}; }

/// A path that must be given; `metavariable` is FILE, DIR, PATH (either) or MODEL.
inline Check<std::string> required(const std::string& metavariable) {
  return {"given", [](const std::string& path) { return !path.empty(); }, metavariable};
}

/// The device to compute on: auto, cpu, cuda or cuda:N.
inline Check<std::string> device_name() {
  return {"auto, cpu, cuda or cuda:N",
          [](const std::string& name) {
            const std::string prefix = "cuda:";
            const bool is_numbered =
                name.size() > prefix.size() && name.starts_with(prefix) &&
                name.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
            return name == "auto" || name == "cpu" || name == "cuda" || is_numbered;
          },
          "auto|cpu|cuda[:N]"};
}

/// One of these words, which come from a table. Words fixed in the code are a NamedEnum.
inline Check<std::string> one_of(const std::vector<std::string>& words) {
  return {list_of_words(words), [=](const std::string& value) {
            return std::find(words.begin(), words.end(), value) != words.end();
          }};
}

}  // namespace regard::config
