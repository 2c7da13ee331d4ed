#include "grammar_json.h"

#include <nlohmann/json.hpp>

namespace regard::cli {

using Json = nlohmann::json;

NLOHMANN_JSON_SERIALIZE_ENUM(Argument::Takes, {{Argument::Takes::nothing, "nothing"},
                                               {Argument::Takes::one, "one"},
                                               {Argument::Takes::several, "several"}})

// These names are what nlohmann's library looks for.
void to_json(Json& json, const Argument& argument) {
  json = {{"names", argument.names},
          {"metavariable", argument.metavariable},
          {"sentence", argument.sentence},
          {"preset", argument.preset},
          {"group", argument.group},
          {"takes", argument.takes},
          {"is_required", argument.is_required},
          {"is_repeatable", argument.is_repeatable}};
}

void from_json(const Json& json, Argument& argument) {
  json.at("names").get_to(argument.names);
  json.at("metavariable").get_to(argument.metavariable);
  json.at("sentence").get_to(argument.sentence);
  json.at("preset").get_to(argument.preset);
  json.at("group").get_to(argument.group);
  json.at("takes").get_to(argument.takes);
  json.at("is_required").get_to(argument.is_required);
  json.at("is_repeatable").get_to(argument.is_repeatable);
}

void to_json(Json& json, const Grammar& grammar) {
  json = {{"name", grammar.name},       {"summary", grammar.summary},
          {"heading", grammar.heading}, {"examples", grammar.examples},
          {"usages", grammar.usages},   {"places", grammar.places},
          {"options", grammar.options}, {"commands", Json::array()}};
  for (const auto& command : grammar.commands) to_json(json["commands"].emplace_back(), command);
}

void from_json(const Json& json, Grammar& grammar) {
  json.at("name").get_to(grammar.name);
  json.at("summary").get_to(grammar.summary);
  json.at("heading").get_to(grammar.heading);
  json.at("examples").get_to(grammar.examples);
  json.at("usages").get_to(grammar.usages);
  json.at("places").get_to(grammar.places);
  json.at("options").get_to(grammar.options);
  for (const auto& command : json.at("commands"))
    from_json(command, grammar.commands.emplace_back());
}

std::string grammar_json(const Grammar& grammar) { return Json(grammar).dump(); }

Grammar grammar_of_json(std::string_view json) { return Json::parse(json).get<Grammar>(); }

}  // namespace regard::cli
