#pragma once
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "serve/adapters.h"
#include "serve/http_server.h"
#include "serve/limits.h"
#include "serve/serve_options.h"
#include "serve/service.h"
#include "serve/work_pool.h"

namespace regard::serve {

/// The server, from start to end: connections, the request queue and the adapters.
class Server {
 public:
  /// Opens the models and listens. Throws Error if it cannot.
  explicit Server(const ServeOptions& options);

  /// The address of the server: "http://127.0.0.1:5000".
  const std::string& address() const { return address_; }
  Service& service() { return service_; }

  /// Serves until SIGTERM or SIGINT, then answers the accepted requests. A second signal ends the
  /// program at once; SIGHUP loads changed models.
  void run();
  /// Starts the shutdown that SIGTERM starts, from any thread.
  void drain();

 private:
  using Request = std::shared_ptr<HttpRequest>;
  using Responding = std::shared_ptr<Responder>;
  /// An answer that is written in parts.
  struct Parts {
    const Route& route;
    Request request;
    Responding responder;
    HttpResponse response;
  };

  void take(const Request& request, const Responding& responder);
  void answer(const Route& route, const Request& request, const Responding& responder);
  void write_parts(const std::shared_ptr<Parts>& parts);
  void give_up(const Route& route, const HttpRequest& request);
  void complete_refusal(HttpResponse& response, const HttpRequest& request);
  void refuse(const Route& route, const Refusal& refusal, const HttpRequest& request,
              Responder& responder);
  void send(const Route& route, HttpResponse response, const HttpRequest& request,
            Responder& responder);
  void note(const Route& route, int status, const HttpRequest& request);
  const Route& route_of(HttpRequest& request) const;
  std::optional<std::string> place_of_page(const HttpRequest& request) const;
  size_t most_body_bytes(HttpRequest request) const;
  void on_signal(int signal);
  void refresh_models();

  MemoryReserve reserve_;
  ServeOptions options_;
  Service service_;
  std::vector<Route> routes_;
  HttpServer http_;
  std::string address_;
  std::unique_ptr<WorkPool> pool_;
};

}  // namespace regard::serve
