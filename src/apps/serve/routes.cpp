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

bool is_below(std::string_view folder, std::string_view path) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
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
  static constexpr Route kOfOpenAi{.method = "",
                                   .path = "",
                                   .answer = nullptr,
                                   .takes_time = false,
                                   .errors = ErrorShape::openai};
  if (is_below("/v2", path) || is_below("/v3", path)) return kOfDeepL;
  return is_below("/v1/chat", path) || path.starts_with("/v1/models/") ? kOfOpenAi : kNone;
}

}  // namespace regard::serve
