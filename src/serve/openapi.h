#pragma once
#include <string_view>

namespace regard::serve {

/// The interfaces of the server as an OpenAPI 3 document.
std::string_view openapi_document();

}  // namespace regard::serve
