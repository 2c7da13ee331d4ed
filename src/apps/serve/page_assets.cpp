// The page of the server with its files, and the description of its interfaces.
#include <algorithm>
#include <string>

#include "serve/adapters.h"
#include "serve/openapi_document.h"
#include "serve/page_assets.h"

namespace regard::serve {
namespace {

constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

HttpResponse response_of(const PageAsset& asset, const HttpRequest& request) {
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

HttpResponse response_of(std::string_view path, const HttpRequest& request) {
  const auto assets = page_assets();
  const auto found = std::ranges::find(assets, path, &PageAsset::path);
  if (found == assets.end()) throw Refusal(404, "unknown path");
  return response_of(*found, request);
}

HttpResponse response_of(const OpenApiDocument::Text& text, const HttpRequest& request) {
  return response_of(PageAsset{.path = kOpenApiPath,
                               .content_type = "application/json",
                               .body = text.body,
                               .etag = text.etag},
                     request);
}

std::optional<HttpResponse> openapi(Service& service, const HttpRequest& request, Responder&) {
  return response_of(service.openapi.text(), request);
}

/// The document with the title that Dialect requires of a server's document.
std::optional<HttpResponse> spec(Service& service, const HttpRequest& request, Responder&) {
  return response_of(service.openapi.text_for_libretranslate(), request);
}

std::optional<HttpResponse> asset(Service& service, const HttpRequest& request,
                                  Responder& responder) {
  if (request.path == kOpenApiPath) return openapi(service, request, responder);
  return response_of(request.path, request);
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
