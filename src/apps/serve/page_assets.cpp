// The page of the server with its files, and the description of its interfaces.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "serve/adapters.h"
#include "serve/page_assets.h"

namespace regard::serve {
namespace {

constexpr std::string_view kDescription = "/page/openapi.json";
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

HttpResponse response_of(std::string_view path, const HttpRequest& request) {
  for (const auto& asset : page_assets()) {
    if (asset.path != path) continue;
    HttpResponse response{.content_type = std::string(asset.content_type),
                          .headers = {{"Content-Security-Policy", kPolicy},
                                      {"Referrer-Policy", "no-referrer"},
                                      {"Cache-Control", "no-cache"},
                                      {"ETag", std::string(asset.etag)}}};
    if (request.header("If-None-Match") == asset.etag) {
      response.status = 304;
    } else {
      response.body = asset.body;
    }
    return response;
  }
  throw Refusal(404, "there is nothing at this path");
}

std::optional<HttpResponse> asset(Service&, const HttpRequest& request, Responder&) {
  return response_of(request.path, request);
}

std::optional<HttpResponse> openapi(Service&, const HttpRequest& request, Responder&) {
  return response_of(kDescription, request);
}

/// Dialect takes only a server whose document has this title.
std::optional<HttpResponse> spec(Service&, const HttpRequest& request, Responder&) {
  static const std::string kBody = [] {
    const auto assets = page_assets();
    const auto found = std::ranges::find(assets, kDescription, &PageAsset::path);
    auto document = nlohmann::ordered_json::parse(found->body);
    document["info"]["title"] = "LibreTranslate";
    return document.dump();
  }();
  auto response = response_of(kDescription, request);
  if (response.status == 200) response.body = kBody;
  return response;
}

std::optional<HttpResponse> docs(Service&, const HttpRequest& request, Responder&) {
  return response_of("/page/docs.html", request);
}

}  // namespace

std::vector<Route> description_routes() {
  return {
      {.method = "GET", .path = "/v1/openapi.json", .answer = openapi, .takes_time = false},
      {.method = "GET", .path = "/spec", .answer = spec, .takes_time = false},
  };
}

std::vector<Route> page_routes() {
  return {
      {.method = "GET", .path = "/", .answer = asset, .takes_time = false},
      {.method = "GET", .path = "/docs", .answer = docs, .takes_time = false},
      {.method = "GET", .path = "/page/*", .answer = asset, .takes_time = false},
      {.method = "GET", .path = "/favicon.ico", .answer = asset, .takes_time = false},
  };
}

}  // namespace regard::serve
