#pragma once
#include <string>
#include <string_view>

#include "metrics/ter.h"

namespace regard::metrics {

/// The line as Tercom prepares it, with white space between its words.
std::string tokenize_tercom(std::string_view line, const TerOptions& options);

}  // namespace regard::metrics
