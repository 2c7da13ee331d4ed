#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace regard::serve {

/// JSON in one line. Bytes that are no UTF-8 become U+FFFD.
inline std::string json_text(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace regard::serve
