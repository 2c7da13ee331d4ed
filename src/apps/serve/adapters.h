#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/fields.h"
#include "serve/http_message.h"
#include "serve/service.h"

namespace regard::serve {

/// How an API reports that a request was refused.
enum class ErrorShape {
  error,    ///< {"error": "..."}: LibreTranslate and the native API
  message,  ///< {"message": "..."}: DeepL
  openai,   ///< {"error": {"message": "...", "type": "..."}}
};

/// How the server answers a method and a path. A path that ends in * stands for all paths that
/// begin with what precedes it.
struct Route {
  std::string_view method;
  std::string_view path;
  /// Returns the answer, or sends it in parts. Throws Refusal, ClientGone, and Error for a client's
  /// mistakes.
  using Answer = std::optional<HttpResponse> (*)(Service&, const HttpRequest&, Responder&);
  Answer answer;
  bool takes_time = true;  ///< queued, and answered by a worker thread
  ErrorShape errors = ErrorShape::error;
  bool takes_file = false;  ///< subject to the limits for files
};

/// All routes of the functions below except page_routes(): those of all APIs and of their
/// description.
std::vector<Route> api_routes();

std::vector<Route> page_routes();
std::vector<Route> health_routes();
std::vector<Route> description_routes();
std::vector<Route> libretranslate_routes();
std::vector<Route> deepl_routes();  ///< includes those of the next two functions
std::vector<Route> deepl_document_routes();
std::vector<Route> deepl_glossary_routes();
std::vector<Route> native_routes();
std::vector<Route> chat_routes();

/// The key of a request; null if it has none. Throws Refusal for an unknown key, for a missing key
/// if keys are required, and for too many requests. `cost` is the cost of the texts. `key_of_body`
/// is for APIs that send the key in the body.
const ApiKeys::Key* check_client(Service& service, const HttpRequest& request, double cost,
                                 const std::optional<std::string>& key_of_body = {});

/// The client for rate limits: its key, or else its address.
std::string client_of(const HttpRequest& request, const ApiKeys::Key* key);

HttpResponse json_response(std::string body, int status = 200);

/// The answer for the exception being handled. Errors that are not the client's are logged, with
/// the id of the request.
Refusal refusal_of_caught(const std::string& request_id);

/// The answer for a refusal: its status, its headers and a body in the format of the API.
HttpResponse response_of(const Refusal& refusal, std::string body);

/// A path in the form of routes: repeated slashes count as one, a trailing one is dropped, and a
/// %XX that stands for a letter, a digit or one of `-._~` is decoded (RFC 3986, 6.2.2). Clients
/// join an address that ends with a slash and a path that begins with one.
std::string plain_path(std::string_view path);

/// The route of a path; GET also answers HEAD. Throws Refusal: 405, with the methods that the path
/// allows, or 404.
const Route& find_route(std::span<const Route> routes, std::string_view method,
                        std::string_view path);

/// Stands in for a missing route, so that errors are reported in the format of the path's API.
const Route& no_route(std::string_view path);

}  // namespace regard::serve
