#pragma once
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "serve/http_server.h"
#include "support/base/http_client.h"

namespace regard::serve {

using std::chrono::milliseconds;
using test::HttpClient;

/// A server in its own thread that answers each request with its method, path and body.
class HttpServerTest : public testing::Test {
 protected:
  using Request = std::shared_ptr<const HttpRequest>;
  using Answer = std::shared_ptr<Responder>;

  void start(HttpServer::Handler handler, HttpLimits limits = {}) {
    limits.grace = milliseconds(50);
    server_ = std::make_unique<HttpServer>(limits, std::move(handler));
    port_ = server_->listen("127.0.0.1", 0);
    thread_ = std::jthread([this] { server_->run(); });
  }
  void start(const HttpLimits& limits = {}) { start(echo, limits); }

  static void echo(const Request& request, const Answer& answer) {
    answer->send({.content_type = "text/plain",
                  .body = request->method + " " + request->path + " " + request->query + " " +
                          request->body + "."});
  }

  void TearDown() override {
    if (!server_) return;
    server_->drain();
    thread_.join();
  }

  /// What the server sends in answer to `bytes` before it closes the connection.
  std::string answer_to(const std::string& bytes) const {
    HttpClient client(port_);
    client.send(bytes);
    return client.receive();
  }

  std::unique_ptr<HttpServer> server_;
  uint16_t port_ = 0;
  std::jthread thread_;
};

inline const std::string kGet = "GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n",
                         kLast = "GET /z HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

inline int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace regard::serve
