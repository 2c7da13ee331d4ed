#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "serve/served_model.h"

namespace regard::serve {

/// What a client of OpenAI's chat interface wants translated: the last message of the user. Its
/// instructions are the messages of the system, and what such a message begins with: "Translate to
/// French:".
struct ChatRequest {
  std::string instructions;
  std::string text;
};

/// Throws Refusal (400) if there is no message of the user, or one that is not text.
ChatRequest read_chat(const nlohmann::json& messages, const ServedModels& models);

/// Languages that are served; empty where they are not named.
struct NamedLanguages {
  std::string source, target;
};

/// What instructions such as "from English to French", "into language 'fr'" or "to fr_FR" name.
NamedLanguages languages_named(std::string_view instructions, const ServedModels& models);

/// What a model's name such as "en-fr", "en_fr" or "regard/en-fr" names.
NamedLanguages languages_of_model(std::string_view name, const ServedModels& models);

}  // namespace regard::serve
