#pragma once
#include <string>
#include <string_view>

#include "serve/http_message.h"

namespace regard::serve {

/// The address below which a client reaches the server, as "https://example.org/translator": scheme
/// and host as the headers Forwarded, X-Forwarded-Proto and X-Forwarded-Host say, else http and
/// Host; X-Forwarded-Prefix before `prefix`, the server's own. Without a host, the path alone. A
/// header that is not what it should be does not count. Only for links in the answer to this very
/// request, because a client may write these headers, too.
std::string public_address(const HttpRequest& request, std::string_view prefix);

}  // namespace regard::serve
