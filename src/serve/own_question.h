#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "serve/json_request.h"
#include "serve/language_detector.h"
#include "serve/service.h"

namespace regard::serve {

/// What a request to regard's own interface asks for beside its texts.
struct Wanted {
  Question question;
  bool attention = false, alignment = false, token_scores = false;
  std::optional<LanguageDetector::Guess> detected = {};
  std::optional<int64_t> timeout_ms = {};
};

/// Reads all fields but the texts, of which the first decides where the language is to be detected.
/// Throws Refusal and Error.
Wanted read_wanted(JsonRequest& fields, Service& service, const std::string& first_text);

}  // namespace regard::serve
