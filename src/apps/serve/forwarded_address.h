#pragma once
#include <string>

#include "serve/http_message.h"

namespace regard::serve {

/// The address of a client behind a proxy: the last element of the last X-Forwarded-For, which is
/// the proxy's own word, without its port. Elements and headers before it are the client's. That of
/// the connection if there is none.
std::string forwarded_address(const HttpRequest& request);

}  // namespace regard::serve
