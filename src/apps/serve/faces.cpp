#include "serve/faces.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/ascii.h"

namespace regard::serve {
namespace {

// In small letters: the name of a scheme has no case (RFC 9110).
constexpr std::string_view kSchemes[] = {"bearer", "deepl-auth-key"};

std::optional<std::string> key_of_header(const HttpRequest& request) {
  const auto given = request.header("Authorization");
  const auto scheme = lower_ascii(given.substr(0, given.find(' ')));
  if (std::ranges::find(kSchemes, scheme) == std::end(kSchemes)) return {};
  return std::string(trimmed(given.substr(scheme.size())));
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
  if (service.options.require_key && key == nullptr) {
    throw Refusal(403, "Please contact the server operator to get an API key");
  }
  const double rate = key != nullptr && key->per_minute ? *key->per_minute
                                                        : static_cast<double>(service.options.rate);
  if (const auto wait = service.rates.take(client_of(request, key), rate, cost)) {
    throw Refusal(429, "Slowdown: too many requests; Retry-After says when the next one may come",
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

}  // namespace regard::serve
