#include "cli/grammar_json.h"

#include <nlohmann/json.hpp>

namespace regard::cli {

using Json = nlohmann::json;

NLOHMANN_JSON_SERIALIZE_ENUM(Argument::Takes, {{Argument::Takes::nothing, "nothing"},
                                               {Argument::Takes::one, "one"},
                                               {Argument::Takes::several, "several"}})

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Argument, names, metavariable, words, sentence, preset, group,
                                   takes, is_required, is_repeatable)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Grammar, name, summary, heading, examples, usages, places,
                                   options, commands)

std::string grammar_json(const Grammar& grammar) { return Json(grammar).dump(); }

Grammar grammar_of_json(std::string_view json) { return Json::parse(json).get<Grammar>(); }

}  // namespace regard::cli
