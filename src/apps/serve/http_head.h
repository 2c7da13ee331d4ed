#pragma once
#include <string>
#include <string_view>
#include <utility>

/// Properties of a request's head that the parser does not provide.
namespace regard::serve {

/// Whether a line of a head goes on in the next one. The parser joins them without a word, others
/// do not (RFC 9112, 5.2).
bool is_folded(std::string_view text);

/// Path and query of a target, without the scheme and host that proxies get (RFC 9112, 3.2.2).
/// Null bytes cannot be in a target that was parsed; the rest of it is for those who read it.
std::pair<std::string, std::string> path_and_query(std::string_view target);

/// Whether a client's X-Request-Id may be given back.
bool is_sane_request_id(std::string_view id);
std::string new_request_id();

}  // namespace regard::serve
