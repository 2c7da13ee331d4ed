// Every search option that a request may set, everywhere it appears to users.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "cli/commands.h"
#include "config/writer.h"
#include "regard/base/error.h"
#include "serve/fields.h"
#include "serve/openapi_document.h"

namespace regard::serve {
namespace {

using config::SearchOptions;
using nlohmann::json;

constexpr int64_t kBeamLimit = 7;

/// Calls `check` with the description of each option and its default.
template <class Function>
void for_each_option(const Function& check) {
  const SearchOptions presets;
  config::for_each_field<SearchOptions>([&](const auto& field) {
    SCOPED_TRACE(field.name);
    check(field, presets.*field.member);
  });
}

SearchOptions read(const json& request) {
  JsonRequest fields(request);
  SearchOptions search;
  read_search(fields, kBeamLimit, search);
  fields.refuse_other_keys();
  return search;
}

json schema() {
  OpenApiDocument document(kBeamLimit);
  return json::parse(document.text().body)["components"]["schemas"]["Question"]["properties"];
}

template <class Value>
constexpr bool kIsNumber = std::is_same_v<Value, int64_t> || std::is_same_v<Value, double>;

template <class Field>
auto most_of(const Field& field) {
  using Number = decltype(field.served.most);
  return field.served.to_beam_limit ? static_cast<Number>(kBeamLimit) : field.served.most;
}

/// Values that a request may set, as in JSON.
template <class Field, class Value>
std::vector<json> allowed_values(const Field& field, const Value&) {
  if constexpr (std::is_same_v<Value, bool>) {
    return {true, false};
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return {"<law>", ""};
  } else if constexpr (NamedEnum<Value>) {
    const auto names = names_of(Value{});
    return {names.begin(), names.end()};
  } else {
    return {field.served.least, most_of(field)};
  }
}

/// Values that a request may not set.
template <class Field, class Value>
std::vector<json> refused_values(const Field& field, const Value&) {
  std::vector<json> values = {json::array(), "no value of it"};
  if constexpr (std::is_same_v<Value, std::string>) values.back() = 3;
  if constexpr (std::is_same_v<Value, int64_t>) {
    values.insert(values.end(), {field.served.least - 1, most_of(field) + 1});
  } else if constexpr (std::is_same_v<Value, double>) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    values.insert(values.end(), {std::nextafter(field.served.least, -kFar),
                                 std::nextafter(most_of(field), kFar)});
  }
  return values;
}

template <class Value>
json as_json(const Value& value) {
  if constexpr (NamedEnum<Value>) {
    return name_of(value);
  } else {
    return value;
  }
}

TEST(SearchFields, AreReadWithinTheirBounds) {
  int fields = 0;
  for_each_option([&](const auto& field, const auto& preset) {
    if (!field.served.by_request) return;
    ++fields;
    for (const auto& value : allowed_values(field, preset)) {
      const auto search = read({{field.name, value}});
      EXPECT_EQ(as_json(search.*field.member), value);
      EXPECT_FALSE(field.check(search.*field.member)) << "a config could not have " << value;
    }
    EXPECT_EQ(read({{field.name, nullptr}}).*field.member, preset);
    for (const auto& value : refused_values(field, preset)) {
      EXPECT_THROW(read({{field.name, value}}), Error) << value;
    }
  });
  EXPECT_GE(fields, 8);
}

TEST(SearchFields, AreTheOnlyOptionsOfARequest) {
  for_each_option([](const auto& field, const auto& preset) {
    if (field.served.by_request) return;
    EXPECT_THROW(read({{field.name, as_json(preset)}}), Error);
    EXPECT_FALSE(schema().contains(field.name));
  });
}

TEST(SearchFields, HaveTheSameBoundsAndDefaultInTheOpenApiDocument) {
  const auto properties = schema();
  for_each_option([&](const auto& field, const auto& preset) {
    using Value = std::decay_t<decltype(preset)>;
    if (!field.served.by_request) return;
    ASSERT_TRUE(properties.contains(field.name));
    const auto& property = properties[field.name];
    const auto description = property["description"].template get<std::string>();
    EXPECT_TRUE(description.starts_with(field.sentence)) << description;
    const auto text = config::format_value(preset);
    EXPECT_TRUE(description.ends_with(str(" ", text.empty() ? "none" : text, "."))) << description;
    if constexpr (kIsNumber<Value>) {
      constexpr bool kIsReal = std::is_same_v<Value, double>;
      EXPECT_EQ(property["type"], kIsReal ? "number" : "integer");
      EXPECT_EQ(property["minimum"], field.served.least);
      EXPECT_EQ(property["maximum"], most_of(field));
    } else if constexpr (NamedEnum<Value>) {
      EXPECT_EQ(property["enum"], json(allowed_values(field, preset)));
    } else {
      constexpr bool kIsText = std::is_same_v<Value, std::string>;
      EXPECT_EQ(property["type"], kIsText ? "string" : "boolean");
    }
  });
}

TEST(SearchFields, AreFlagsOfTheCommandLine) {
  CLI::App translate, serve;
  cli::add_translate(translate);
  cli::add_serve(serve);
  const auto has = [](const CLI::App& command, const std::string& name, bool is_on) {
    std::string flag = (is_on ? "--no-" : "--") + name;
    std::ranges::replace(flag, '_', '-');
    return command.get_option_no_throw(flag) != nullptr;
  };
  for_each_option([&](const auto& field, const auto& preset) {
    bool is_on = false;
    if constexpr (std::is_same_v<std::decay_t<decltype(preset)>, bool>) is_on = preset;
    EXPECT_TRUE(has(translate, field.name, is_on));
    EXPECT_EQ(has(serve, field.name, is_on), field.served.by_flag);
    EXPECT_TRUE(field.served.by_flag || !field.served.by_request) << "has no default of the server";
  });
}

TEST(SearchFields, AreInTheReferenceWithTheirBounds) {
  const auto text = cli::config_reference();
  const auto section = text.substr(text.find("\n## search\n"));
  for_each_option([&](const auto& field, const auto& preset) {
    const auto begin = section.find("\n| `" + field.name + "` |");
    ASSERT_NE(begin, std::string::npos);
    const auto row = section.substr(begin, section.find('\n', begin + 1) - begin);
    std::string bounds = " | any | ";
    if constexpr (kIsNumber<std::decay_t<decltype(preset)>>) {
      bounds = str(" | from ", field.served.least, " to ",
                   field.served.to_beam_limit ? "--beam-limit" : str(field.served.most), " | ");
    }
    EXPECT_EQ(row.find(bounds) != std::string::npos, field.served.by_request) << row;
  });
}

}  // namespace
}  // namespace regard::serve
