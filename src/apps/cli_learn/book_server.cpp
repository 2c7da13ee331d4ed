#include "cli_learn/book_server.h"

#include <chrono>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "cli_learn/model_pages.h"
#include "draw/phrases.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "serve/request_body.h"

namespace regard::cli {
namespace {

using serve::HttpRequest, serve::HttpResponse;

constexpr size_t kMostBody = 64 << 10, kMostConnections = 64, kMostWaiting = 32;
constexpr size_t kAnswerers = 2;                // the live page asks about two models at once
constexpr std::chrono::hours kThreadStays{24};  // because a new thread initializes LibTorch again

/// Pages contain their styles and scripts, and contact no other host.
constexpr const char* kPolicy =
    "default-src 'none'; connect-src 'self'; img-src 'self' data:; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

std::string message(const std::string& text) {
  return nlohmann::json{{"error", text}}.dump(-1, ' ', false,
                                              nlohmann::json::error_handler_t::replace);
}

/// The text of a page, from a field of the query; empty without that field.
std::string text_of(const HttpRequest& request) {
  const auto fields = serve::read_form(request.query);
  const auto* text = serve::first_value(fields, "text");
  return text == nullptr ? "" : *text;
}

/// Whether the request names this machine as host. Another name that resolves to it may belong to a
/// foreign page (DNS rebinding).
bool is_of_this_machine(const HttpRequest& request) {
  const auto host = request.header("host");
  const auto name = host.substr(0, host.rfind(':'));
  return name == "127.0.0.1" || name == "localhost";
}

/// Whether the server's own page or a program sent a POST request. Only browsers name an origin.
bool is_of_own_page(const HttpRequest& request) {
  const auto origin = request.header("origin");
  return origin.empty() || origin == str("http://", request.header("host"));
}

/// What an Error says, without its remedy, in a language.
std::string in_language(const Error& error, words::Language language) {
  const draw::DrawnIn drawn_in(words::phrases_of(language));
  return Error(draw::drawn_text(error.problem()), error.where()).what();
}

HttpResponse page(int status, std::string html) {
  return {.status = status,
          .content_type = "text/html; charset=utf-8",
          .body = std::move(html),
          .headers = {{"Content-Security-Policy", kPolicy},
                      {"X-Content-Type-Options", "nosniff"},
                      {"Referrer-Policy", "no-referrer"},
                      {"Cache-Control", "no-store"}}};
}

}  // namespace

BookServer::BookServer(Pages pages, Answers answers, uint16_t port, words::Language language)
    : pages_(std::move(pages)),
      answers_(std::move(answers)),
      language_(language),
      http_({.connections = kMostConnections, .body_bytes = kMostBody},
            [this](auto request, auto responder) {
              auto& pool = request->method == "POST" ? answerer_ : page_maker_;
              const bool is_taken =
                  pool.add([this, request, responder] { responder->send(answer(*request)); });
              if (!is_taken) responder->send(refusal(503, "too many requests are waiting"));
            }),
      page_maker_(1, kMostWaiting, kThreadStays),
      answerer_(kAnswerers, kMostWaiting, kThreadStays) {
  address_ = str("http://127.0.0.1:", http_.listen("127.0.0.1", port), '/');
}

void BookServer::run() {
  http_.on_signals({SIGTERM, SIGINT}, [this](int) { stop(); });
  http_.run();
}

HttpResponse BookServer::refusal(int status, const std::string& why) const {
  return {.status = status, .body = message(in_language(Error(why), language_))};
}

HttpResponse BookServer::answer_to_post(const HttpRequest& request) const {
  if (!is_of_own_page(request)) return refusal(403, "only pages of this server may send requests");
  // Pages of other origins cannot send this type without a preflight request.
  if (request.header("content-type") != "application/json")
    return refusal(415, "the request must be application/json");
  return {.body = answers_(request.body), .headers = {{"Cache-Control", "no-store"}}};
}

HttpResponse BookServer::answer(const HttpRequest& request) const {
  if (!is_of_this_machine(request)) return refusal(403, "only requests for 127.0.0.1 are answered");
  const auto file = request.path.substr(std::min<size_t>(1, request.path.size()));
  const std::string method = file == kAnswers ? "POST" : "GET";
  const bool is_head = method == "GET" && request.method == "HEAD";
  if (request.method != method && !is_head) {
    auto refused =
        refusal(405, file == kAnswers ? "request answers with POST" : "read pages with GET");
    refused.headers.push_back({"Allow", method == "GET" ? "GET, HEAD" : method});
    return refused;
  }
  if (file != kAnswers) return page_of(request, file);
  try {
    return answer_to_post(request);
  } catch (const Error& error) {
    return {.status = 400, .body = message(error.what())};
  } catch (const std::exception& error) {
    return {.status = 500, .body = message(error.what())};
  }
}

HttpResponse BookServer::page_of(const HttpRequest& request, const std::string& file) const {
  try {
    if (auto html = pages_(file.empty() ? "index.html" : file, text_of(request)))
      return page(200, std::move(*html));
  } catch (const Error& error) {
    return page(400, message_page(in_language(error, language_), language_));
  } catch (const std::exception& error) {
    return page(500, message_page(error.what(), language_));
  }
  if (file == "favicon.ico") return {.status = 204, .content_type = {}};
  return page(404, message_page(in_language(Error("no such page"), language_), language_));
}

}  // namespace regard::cli
