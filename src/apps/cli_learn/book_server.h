#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "serve/http_server.h"
#include "serve/work_pool.h"
#include "words/language.h"

namespace regard::cli {

/// Serves pages to a reader on this machine: listens on 127.0.0.1, accepts only requests for that
/// host, and answers only its own pages, so that pages of other origins can neither read nor
/// request anything. One thread makes the pages, in order; two others answer requests, so that a
/// slow page delays no answer and two models can answer at once.
class BookServer {
 public:
  /// Returns the page `file` for the text of a request, which may be empty; nullopt if unknown.
  using Pages =
      std::function<std::optional<std::string>(const std::string& file, const std::string& text)>;
  /// Answers the JSON of a request with JSON, not on the thread that makes pages; may throw.
  using Answers = std::function<std::string(const std::string& request)>;

  static constexpr const char* kAnswers = "answers";  ///< the path of requests

  /// Listens. Port 0 is any free port. `language` is that of messages, which are pages if a page
  /// was requested. Throws Error if it cannot listen.
  BookServer(Pages pages, Answers answers, uint16_t port,
             words::Language language = words::Language::en);

  /// The address of the server: "http://127.0.0.1:5080/".
  const std::string& address() const { return address_; }

  /// Serves until SIGTERM, SIGINT or stop().
  void run();
  /// Ends run(). May be called by any thread.
  void stop() { http_.drain(); }

 private:
  serve::HttpResponse answer(const serve::HttpRequest& request) const;
  serve::HttpResponse answer_to_post(const serve::HttpRequest& request) const;
  serve::HttpResponse refusal(int status, const std::string& why) const;
  serve::HttpResponse page_of(const serve::HttpRequest& request, const std::string& file) const;

  Pages pages_;
  Answers answers_;
  words::Language language_;
  std::string address_;
  serve::HttpServer http_;
  serve::WorkPool page_maker_, answerer_;
};

}  // namespace regard::cli
