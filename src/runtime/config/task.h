#pragma once
#include <array>

namespace regard::config {

/// What a model learns.
enum class Task { translation, language_model };
constexpr auto names_of(Task) { return std::array{"translation", "language_model"}; }

}  // namespace regard::config
