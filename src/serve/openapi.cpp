#include "serve/openapi.h"

namespace regard::serve {

std::string_view openapi_document() { return "{}"; }

}  // namespace regard::serve
