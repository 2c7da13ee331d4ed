// The options that a request may set, as their structs describe them.
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "config/writer.h"
#include "documents/document_options.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"
#include "serve/fields.h"

namespace regard::serve {
namespace {

using config::SearchOptions;

template <class Value>
std::vector<std::string> words_of() {
  const auto names = names_of(Value{});
  return {names.begin(), names.end()};
}

template <class Value>
auto most_of(const config::Served<Value>& served, int64_t beam_limit) {
  using Number = decltype(served.most);
  return served.to_beam_limit ? std::min(served.most, static_cast<Number>(beam_limit))
                              : served.most;
}

template <class Value>
std::optional<Value> value_of(JsonRequest& fields, const std::string& name,
                              const config::Served<Value>& served, int64_t beam_limit) {
  if constexpr (std::is_same_v<Value, bool>) {
    return fields.flag(name);
  } else if constexpr (std::is_same_v<Value, int64_t>) {
    return fields.integer(name, served.least, most_of(served, beam_limit));
  } else if constexpr (std::is_same_v<Value, double>) {
    return fields.number(name, served.least, most_of(served, beam_limit));
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return fields.text(name);
  } else {
    const auto word = fields.one_of(name, words_of<Value>());
    return word ? parse_name<Value>(*word) : std::nullopt;
  }
}

template <class Value>
nlohmann::ordered_json schema_of(const config::Served<Value>& served, int64_t beam_limit) {
  if constexpr (std::is_same_v<Value, bool>) {
    return {{"type", "boolean"}};
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return {{"type", "string"}};
  } else if constexpr (NamedEnum<Value>) {
    return {{"type", "string"}, {"enum", words_of<Value>()}};
  } else {
    return {{"type", std::is_same_v<Value, double> ? "number" : "integer"},
            {"minimum", served.least},
            {"maximum", most_of(served, beam_limit)}};
  }
}

/// Calls `function` with each field of the description that a request may set.
template <class Options, class Function>
void for_each_request_field(const Function& function) {
  config::for_each_field<Options>([&](const auto& field) {
    if (field.served.by_request) function(field);
  });
}

std::string value_in_words(const std::string& value) { return value.empty() ? "none" : value; }

using Reader = std::function<void(JsonRequest& fields, int64_t beam_limit, SearchOptions& search)>;

std::vector<Reader> readers() {
  std::vector<Reader> all;
  for_each_request_field<SearchOptions>([&](const auto& field) {
    all.push_back([name = field.name, member = field.member, served = field.served](
                      JsonRequest& fields, int64_t beam_limit, SearchOptions& search) {
      auto& value = search.*member;
      value = value_of(fields, name, served, beam_limit).value_or(value);
    });
  });
  return all;
}

}  // namespace

void read_search(JsonRequest& fields, int64_t beam_limit, SearchOptions& search) {
  static const auto kReaders = readers();  // making them takes longer than reading a request
  for (const auto& read : kReaders) read(fields, beam_limit, search);
}

namespace {

template <class Options>
nlohmann::ordered_json schema_of_requests(int64_t beam_limit, std::string_view default_is) {
  const Options presets;
  auto properties = nlohmann::ordered_json::object();
  for_each_request_field<Options>([&](const auto& field) {
    auto& property = properties[field.name] = schema_of(field.served, beam_limit);
    property["description"] = str(field.sentence, " Default: ", default_is,
                                  value_in_words(config::format_value(presets.*field.member)), ".");
  });
  return properties;
}

}  // namespace

nlohmann::ordered_json search_schema(int64_t beam_limit) {
  return schema_of_requests<SearchOptions>(beam_limit,
                                           "what the server or the model sets, otherwise ");
}

nlohmann::ordered_json file_schema() {
  return schema_of_requests<documents::DocumentOptions>(0, "");
}

}  // namespace regard::serve
