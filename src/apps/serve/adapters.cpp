#include "serve/adapters.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/log.h"
#include "base/machine.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::serve {
namespace {

// In lowercase, because scheme names are case-insensitive (RFC 9110).
constexpr std::string_view kSchemes[] = {"bearer", "deepl-auth-key"};

/// The key in a header; nullopt for a scheme without a key, which clients without one send.
std::optional<std::string> key_of_header(const HttpRequest& request) {
  const auto given = request.header("Authorization");
  const auto scheme = lower_ascii(given.substr(0, given.find(' ')));
  if (std::ranges::find(kSchemes, scheme) == std::end(kSchemes)) return {};
  const auto key = trimmed(given.substr(scheme.size()));
  return key.empty() ? std::nullopt : std::optional(std::string(key));
}

}  // namespace

const ApiKeys::Key* check_client(Service& service, const HttpRequest& request, double cost,
                                 const std::optional<std::string>& key_of_body) {
  auto given = key_of_header(request);
  if (!given && key_of_body && !key_of_body->empty()) given = key_of_body;
  const ApiKeys::Key* key = nullptr;
  if (given && !service.keys.is_empty()) {
    key = service.keys.find(*given);
    if (key == nullptr) throw Refusal(403, "Invalid API key");
  }
  if (service.options.require_key && key == nullptr) throw MissingKey();
  const double rate = key != nullptr && key->per_minute ? *key->per_minute
                                                        : static_cast<double>(service.options.rate);
  if (const auto wait = service.rates.take(client_of(request, key), rate, cost)) {
    throw Refusal(429, "Slowdown: too many requests; Retry-After gives the seconds to wait",
                  std::chrono::duration_cast<std::chrono::milliseconds>(*wait));
  }
  return key;
}

std::string client_of(const HttpRequest& request, const ApiKeys::Key* key) {
  return key != nullptr ? "key " + key->name : "address " + request.address;
}

HttpResponse json_response(std::string body, int status) {
  return {.status = status, .body = std::move(body)};
}

Refusal refusal_of_caught(const std::string& request_id) {
  constexpr std::chrono::seconds kLater(1);
  const auto failed = [&](const std::string& why) {
    log_warning("request ", request_id, ": ", why);
    return Refusal(500, "the server failed; its log has the reason");
  };
  try {
    throw;
  } catch (const Refusal& refusal) {
    return refusal;
  } catch (const Error& error) {
    const auto text = str(error.what(), error.remedy().empty() ? "" : "; ", error.remedy());
    return error.exit_code() == ExitCode::failure ? failed(text) : Refusal(400, text);
  } catch (const std::exception& error) {
    if (!is_out_of_memory(error)) return failed(error.what());
    log_warning("request ", request_id, ": memory ran out");
    return {503, "memory ran out; send less text, or try again later", kLater};
  }
}

namespace {

bool stands_for(const Route& route, std::string_view path) {
  if (!route.path.ends_with('*')) return route.path == path;
  return path.starts_with(route.path.substr(0, route.path.size() - 1));
}

bool is_below(std::string_view folder, std::string_view path) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace

HttpResponse response_of(const Refusal& refusal, std::string body) {
  HttpResponse response{.status = refusal.status(), .body = std::move(body)};
  if (const auto& wait = refusal.retry_after()) {
    const auto whole = std::chrono::ceil<std::chrono::seconds>(*wait).count();
    response.headers.push_back({"Retry-After", std::to_string(std::max<int64_t>(whole, 1))});
  }
  for (const auto& header : refusal.headers()) response.headers.push_back(header);
  return response;
}

std::vector<Route> api_routes() {
  std::vector<Route> all;
  for (auto* adapter : {health_routes, libretranslate_routes, deepl_routes, native_routes,
                        chat_routes, description_routes}) {
    const auto routes = adapter();
    all.insert(all.end(), routes.begin(), routes.end());
  }
  return all;
}

std::string plain_path(std::string_view path) {
  std::string plain;
  for (const char c : with_plain_letters(path)) {
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
  if (methods.empty()) throw Refusal(404, "unknown path");
  const auto problem = str(method, " is not allowed here; use ", join(methods, " or "));
  if (std::ranges::find(methods, "GET") != methods.end()) methods.emplace_back("HEAD");
  methods.emplace_back("OPTIONS");
  throw Refusal(405, problem).with({"Allow", join(methods)});
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
  const auto native = native_routes();
  const bool is_native = std::ranges::find(native, path, &Route::path) != native.end();
  return is_below("/v1", path) && !is_native ? kOfOpenAi : kNone;
}

}  // namespace regard::serve
