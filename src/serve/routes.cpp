#include "serve/routes.h"

#include <algorithm>
#include <vector>

#include "regard/base/join.h"
#include "regard/base/str.h"

namespace regard::serve {
namespace {

bool stands_for(const Route& route, std::string_view path) {
  if (!route.path.ends_with('*')) return route.path == path;
  return path.starts_with(route.path.substr(0, route.path.size() - 1));
}

}  // namespace

std::string plain_path(std::string_view path) {
  std::string plain;
  for (const char c : path) {
    if (c != '/' || !plain.ends_with('/')) plain += c;
  }
  if (plain.size() > 1 && plain.ends_with('/')) plain.pop_back();
  return plain;
}

const Route& find_route(std::span<const Route> routes, std::string_view method,
                        std::string_view path) {
  std::vector<std::string> methods;
  for (const auto& route : routes) {
    if (!stands_for(route, path)) continue;
    if (route.method == method || (method == "HEAD" && route.method == "GET")) return route;
    if (std::ranges::find(methods, route.method) == methods.end()) {
      methods.emplace_back(route.method);
    }
  }
  if (methods.empty()) throw Refusal(404, "there is nothing at this path");
  if (std::ranges::find(methods, "GET") != methods.end()) methods.emplace_back("HEAD");
  methods.emplace_back("OPTIONS");
  throw Refusal(405, str("this path does not know the method ", method))
      .with({"Allow", join(methods)});
}

const Route& no_route(std::string_view path) {
  static constexpr Route kNone{.method = "", .path = "", .answer = nullptr, .takes_time = false};
  static constexpr Route kOfDeepL{.method = "",
                                  .path = "",
                                  .answer = nullptr,
                                  .takes_time = false,
                                  .errors = ErrorShape::message};
  return path.starts_with("/v2/") || path.starts_with("/v3/") ? kOfDeepL : kNone;
}

}  // namespace regard::serve
