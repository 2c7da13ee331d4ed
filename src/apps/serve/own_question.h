#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "serve/json_request.h"
#include "serve/language_detector.h"
#include "serve/service.h"

namespace regard::serve {

/// Options of a request to regard's own interface.
struct Wanted {
  /// One for each model that texts are translated with, without lines.
  std::vector<Question> questions = {};
  /// The question of each text; nothing for a text that is returned unchanged.
  std::vector<std::optional<size_t>> question_of_text = {};
  /// The detected language of each text, if detection was requested.
  std::vector<LanguageDetector::Guess> detected = {};
  bool attention = false, alignment = false, token_scores = false;
  std::optional<int64_t> timeout_ms = {};

  bool has_words() const { return attention || alignment; }
  /// The name of the model of the first text that has one; empty if none has.
  std::string model() const { return questions.empty() ? "" : questions.front().model->name; }
  /// The same of all questions.
  std::string prefix() const { return questions.empty() ? "" : questions.front().prefix; }
};

/// Reads all fields but the texts. Throws Refusal and Error.
Wanted read_wanted(JsonRequest& fields, Service& service, const std::vector<std::string>& texts);

}  // namespace regard::serve
