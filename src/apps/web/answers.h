#pragma once
#include <nlohmann/json.hpp>

#include <string>

#include "regard/translate/translation.h"

namespace regard::web {

/// Answers for JavaScript, which src/apps/web/regard.d.ts describes.

/// The answer for a line's translation.
nlohmann::json answer_of(const translate::Translation& translation);

/// Calls `work` and returns its answer as text, or the error as {"error": ...}.
template <class Work>
std::string answer_or_error(const Work& work);

nlohmann::json error_of(std::exception_ptr problem);

template <class Work>
std::string answer_or_error(const Work& work) {
  nlohmann::json answer;
  try {
    answer = work();
  } catch (...) {
    answer = {{"error", error_of(std::current_exception())}};
  }
  return answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace regard::web
