#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "serve/served_model.h"

namespace regard::serve {

/// The text to translate in an OpenAI chat request: the user's last message. Its
/// instructions are the messages of the system, and what such a message begins with: "Translate to
/// French:".
struct ChatRequest {
  std::string instructions;
  std::string text;
};

/// Throws Refusal (400) if there is no message of the user, or one that is not text.
ChatRequest read_chat(const nlohmann::json& messages, const ServedModels& models);

}  // namespace regard::serve
