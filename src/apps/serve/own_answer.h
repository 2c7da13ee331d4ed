#pragma once
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "serve/answer_cache.h"
#include "serve/own_question.h"
#include "serve/text_lines.h"

namespace regard::serve {

/// A text of several lines is translated line by line, as by the command line, and its answer has
/// only the text; that of one line has its candidates.
nlohmann::json answer_of_text(std::span<const AnswerCache::Answer> lines, const TextLines& text,
                              const Wanted& wanted);

/// The answer for a text that stays as it is: without candidates, sentences and words.
nlohmann::json unchanged_text(const std::string& text);

}  // namespace regard::serve
