#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "serve/http_message.h"

namespace regard::serve {

/// Limits of a connection.
struct HttpLimits {
  size_t connections = 10'000;
  size_t header_bytes = 16 << 10;
  size_t body_bytes = 2 << 20;
  size_t all_body_bytes = 256 << 20;          ///< for incomplete requests of all connections
  std::chrono::milliseconds idle{75'000};     ///< maximum time between requests
  std::chrono::milliseconds request{15'000};  ///< for a request to arrive after its first byte
  std::chrono::milliseconds write{30'000};    ///< time for a client to read a part of an answer
  std::chrono::milliseconds grace{1'000};     ///< for requests in transit when the server drains
};

/// HTTP/1.1 over TCP, with Boost.Beast, in the one thread that calls run(). Reads a whole request,
/// hands it over, and writes its answer, while other connections continue. Requests that cannot be
/// read are answered with {"error": "..."}.
class HttpServer {
 public:
  /// Called in the thread of run() with a request, which the handler then owns. Must not block.
  using Handler = std::function<void(std::shared_ptr<HttpRequest>, std::shared_ptr<Responder>)>;

  /// Called in the thread of run() for each of the server's own answers, whose body is a message,
  /// to convert it to the format of its API, add headers, and count it. If the head of the request
  /// could not be read, method and path are empty.
  using RefusalHandler = std::function<void(HttpResponse&, const HttpRequest&)>;

  /// The maximum body size of a request, which depends on method and path and may be below the
  /// connection's limit.
  using BodyLimit = std::function<size_t(HttpRequest)>;

  HttpServer(const HttpLimits& limits, Handler handler, RefusalHandler refused = {},
             BodyLimit body_limit = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Listens on a host's address and port, and returns the port; 0 is any free port. Throws Error
  /// if the server cannot listen there.
  uint16_t listen(const std::string& host, uint16_t port);
  /// Listens on a socket opened by another process, such as systemd. Throws Error unless it is a
  /// listening TCP socket.
  void listen(int descriptor);

  /// Serves until the server has been drained, or stop() is called. A failure of one connection,
  /// such as lack of memory, does not affect the others.
  void run();

  // The following functions may be called by any thread.

  /// Graceful shutdown: accepts no more connections, answers accepted requests, and lets run()
  /// return.
  void drain();
  /// Ends run() at once.
  void stop();
  /// Calls `task` in the thread of run().
  void post(std::function<void()> task);
  size_t connections() const;

  // The following functions must be called before run().

  /// Calls `handle` in the thread of run() for each of these signals.
  void on_signals(std::initializer_list<int> signals, std::function<void(int)> handle);
  /// Calls `task` in the thread of run() periodically.
  void every(std::chrono::milliseconds period, std::function<void()> task);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::serve
