#pragma once
#include <cstdint>
#include <optional>

#include "serve/http_message.h"

/// Headers of a request with the same meaning on every path.
namespace regard::serve {

/// Throws Refusal for what the headers ask in vain: a compressed body (415), no time (400).
void check_head(const HttpRequest& request);

/// The milliseconds of X-Timeout-Ms; nothing if there is none. Throws Refusal (400) unless it is a
/// whole number from 1 to bounds::kTimeoutMs.
std::optional<int64_t> timeout_of_head(const HttpRequest& request);

}  // namespace regard::serve
