#pragma once
#include <functional>
#include <initializer_list>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace regard::config {

/// Says what is wrong with a value ("must be at least 1"), or nothing. One stands beside each field of a description.
template <class Value>
using Check = std::function<std::optional<std::string>(const Value&)>;

template <class Value>
Check<Value> anything() {
  return [](const Value&) { return std::nullopt; };
}

template <class Value>
Check<Value> satisfies(bool (*holds)(Value, Value), Value bound, std::string words) {
  std::ostringstream sentence;
  sentence << "must be " << words << ' ' << bound;
  return [=, text = sentence.str()](const Value& value) -> std::optional<std::string> {
    return holds(value, bound) ? std::nullopt : std::optional(text);
  };
}

template <class Value>
Check<Value> at_least(Value least) {
  return satisfies<Value>([](Value value, Value bound) { return value >= bound; }, least, "at least");
}

template <class Value>
Check<Value> more_than(Value bound) {
  return satisfies<Value>([](Value value, Value limit) { return value > limit; }, bound, "more than");
}

/// A number in [low, high).
inline Check<double> from_to_below(double low, double high) {
  std::ostringstream sentence;
  sentence << "must be at least " << low << " and below " << high;
  return [=, text = sentence.str()](const double& value) -> std::optional<std::string> {
    return value >= low && value < high ? std::nullopt : std::optional(text);
  };
}

/// One of these words.
inline Check<std::string> one_of(std::initializer_list<const char*> words) {
  std::vector<std::string> allowed(words.begin(), words.end());
  std::string text = "must be one of";
  for (size_t i = 0; i < allowed.size(); ++i) text += (i == 0 ? " " : ", ") + allowed[i];
  return [=](const std::string& value) -> std::optional<std::string> {
    for (const auto& word : allowed) {
      if (word == value) return std::nullopt;
    }
    return text;
  };
}

}  // namespace regard::config
