#pragma once
#include <span>
#include <string>
#include <string_view>

#include "serve/faces.h"

namespace regard::serve {

/// A path as routes are written: several slashes count as one, and one at the end does not count.
/// Clients join an address that ends with a slash and a path that begins with one.
std::string plain_path(std::string_view path);

/// The route of a path; GET answers HEAD, too. Throws Refusal: 405 with the methods of the path, or
/// 404.
const Route& find_route(std::span<const Route> routes, std::string_view method,
                        std::string_view path);

/// Stand-in for a missing route: it has the error shape of its path's API.
const Route& no_route(std::string_view path);

}  // namespace regard::serve
