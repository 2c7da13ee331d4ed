#include "compare/tables.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "compare/fact_rows.h"
#include "regard/base/named_enum.h"

namespace regard::compare {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json json_of(const Value& value);

/// Visitor of `Facts::describe` that collects facts by key.
template <class Facts>
struct FactsByKey {
  const Facts& of;
  Json json = Json::object();

  template <class Member, class... Others>
  void facts(const char* key, Member member, Others... others) {
    json[key] = json_of(of.*member);
    if constexpr (sizeof...(others) > 0) facts(others...);
  }
  template <class Member>
  void facts_by_key(Member member) {
    for (const auto& [key, value] : of.*member) json[key] = json_of(value);
  }
  template <class Member>
  void fact(const char* key, Member member, const Shown&) {
    facts(key, member);
  }
  template <class Get>
  void row(const Shown&, const Get&) {}
};

template <class Value>
concept Described = requires(FactsByKey<Value>& visitor) {
  Value::describe(visitor);
};

template <Described Facts>
Json written(const Facts& facts) {
  FactsByKey<Facts> visitor{facts};
  Facts::describe(visitor);
  return std::move(visitor.json);
}

template <class Value>
Json written(const std::optional<Value>& value) {
  return value ? json_of(*value) : Json(nullptr);
}

template <class Item>
Json written(const std::vector<Item>& items) {
  auto list = Json::array();
  for (const auto& item : items) list.push_back(json_of(item));
  return list;
}

Json written(const std::map<std::string, train::Curve>& curves) {
  auto json = Json::object();
  for (const auto& [name, curve] : curves) {
    json[name] = {{"steps", json_of(curve.steps)},
                  {"minutes", json_of(curve.minutes)},
                  {"values", json_of(curve.values)}};
  }
  return json;
}

/// Weights are written with three digits, because more would dominate the output.
Json written(float weight) { return std::round(weight * 1000.0) / 1000.0; }
/// Turns −0, which looks like a tiny number, into 0.
Json written(double number) { return number + 0.0; }
Json written(const std::string& text) { return text; }
Json written(bool truth) { return truth; }
Json written(int64_t number) { return number; }
Json written(std::size_t number) { return number; }

Json written(const metrics::Interval& interval) {
  return {{"mean", json_of(interval.mean)}, {"half_width", json_of(interval.half_width)}};
}
Json written(const DifferencePart& part) { return Json::array({name_of(part.kind), part.text}); }
Json written(const NgramAdvantage& advantage) { return json_of(advantage.ngrams); }
Json written(const BiggestWins& wins) { return json_of(wins.wins); }

template <class Value>
Json json_of(const Value& value) {
  return written(value);
}

}  // namespace

std::string to_json(const Comparison& comparison) {
  return json_of(comparison).dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace regard::compare
