#include "serve/server.h"

#include <algorithm>
#include <csignal>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/log.h"
#include "base/readable.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "serve/adapters.h"
#include "serve/client.h"
#include "serve/http_message.h"
#include "serve/request_body.h"
#include "serve/work_pool.h"

namespace regard::serve {
namespace {

using std::chrono::milliseconds, std::chrono::seconds, std::chrono::steady_clock;

constexpr milliseconds kLookAtFiles(2000);
constexpr milliseconds kBusy(1000);
constexpr int kOk = 200, kClientGone = 499;
/// Answers up to this size are not charged to the memory for answers.
constexpr size_t kFewBytes = size_t{64} << 10U;

HttpLimits limits_of(const ServeOptions& options) {
  return {.connections = static_cast<size_t>(options.connections),
          .body_bytes = static_cast<size_t>(std::max(options.body_limit, options.file_limit))
                        << 10U,
          .all_body_bytes = std::min(bounds::kBodyBytesOnTheWay, memory_for_requests())};
}

/// Throws Error for a prefix that cannot begin a path.
void check_prefix(const std::string& prefix) {
  if (prefix.empty() || (prefix.starts_with('/') && !prefix.ends_with('/'))) return;
  throw Error(str("is ", prefix, ", but must begin with / and not end with it"), "--path-prefix",
              "write it like /translator");
}

/// The headers that allow requests by pages of any origin, as LibreTranslate does.
std::vector<Header> for_other_origins() {
  return {{"Access-Control-Allow-Origin", "*"},
          {"Access-Control-Allow-Headers",
           "Authorization, Content-Type, X-Request-Id, X-Timeout-Ms, *"},
          {"Access-Control-Expose-Headers",
           "Authorization, Content-Disposition, Retry-After, X-Request-Id"},
          {"Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE"},
          {"Access-Control-Max-Age", "1728000"},
          {"X-Content-Type-Options", "nosniff"}};
}

/// The path without the server's prefix; nullopt if it does not begin with it.
std::optional<std::string> without_prefix(const std::string& path, const std::string& prefix) {
  if (!path.starts_with(prefix)) return {};
  const auto rest = path.substr(prefix.size());
  return rest.starts_with('/') ? std::optional(rest) : std::nullopt;
}

std::string body_of(const Refusal& refusal, ErrorShape shape) {
  const auto text = printable(refusal.what());  // a client may send a megabyte
  const auto* kind = refusal.status() < 500 ? "invalid_request_error" : "server_error";
  switch (shape) {
    case ErrorShape::message:
      return json_text({{"message", text}});
    case ErrorShape::openai:
      return json_text({{"error", {{"message", text}, {"type", kind}}}});
    case ErrorShape::error:
      break;
  }
  return json_text({{"error", text}});
}

}  // namespace

Server::Server(const ServeOptions& options)
    : options_(options),
      service_(options),
      http_(
          limits_of(options), [this](auto request, auto responder) { take(request, responder); },
          [this](auto& response, const auto& request) { complete_refusal(response, request); },
          [this](auto request) { return most_body_bytes(std::move(request)); }),
      pool_(std::make_unique<WorkPool>(threads_for_requests(static_cast<size_t>(options.at_once)),
                                       static_cast<size_t>(options.queue))) {
  check_prefix(options.prefix);
  routes_ = api_routes();
  if (options.page) std::ranges::copy(page_routes(), std::back_inserter(routes_));
  service_.begin_task = [this](auto task) { return pool_->add(std::move(task)); };
  service_.gauges_of_server = [this] {
    return std::vector<Metrics::Gauge>{
        {"regard_connections", "Open connections.", static_cast<double>(http_.connections())},
        {"regard_requests_waiting", "Requests waiting in the queue.",
         static_cast<double>(pool_->waiting())},
        {"regard_requests_working", "Requests in progress.",
         static_cast<double>(pool_->working())}};
  };
  if (const auto given = sockets_of_supervisor(); !given.empty()) {
    for (const int descriptor : given) http_.listen(descriptor);
    address_ = "the sockets that were handed over";
  } else {
    const auto port = http_.listen(options.host, static_cast<uint16_t>(options.port));
    const bool is_v6 = options.host.find(':') != std::string::npos;
    address_ =
        str("http://", is_v6 ? "[" : "", options.host, is_v6 ? "]" : "", ":", port, options.prefix);
  }
}

void Server::refresh_models() {
  for (const auto& model : service_.models.all()) model->refresh();
}

void Server::run() {
  http_.on_signals({SIGTERM, SIGINT, SIGHUP}, [this](int signal) { on_signal(signal); });
  const auto refresh = [this] { pool_->add([this] { refresh_models(); }); };  // may fail
  if (options_.watch) http_.every(kLookAtFiles, refresh);
  for (const auto& model : service_.models.all()) {
    if (options_.preload) {
      model->get();
    } else {
      model->check();
    }
  }
  service_.is_ready = true;
  tell_supervisor("READY=1");
  http_.run();
  pool_.reset();
}

void Server::drain() {
  if (service_.is_draining.exchange(true)) return;
  tell_supervisor("STOPPING=1");
  http_.drain();
}

void Server::on_signal(int signal) {
  if (signal == SIGHUP) {
    pool_->add_own([this] { refresh_models(); });
    return;
  }
  if (service_.is_draining) {  // a second signal
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  log_info("finishing accepted requests; a second signal exits at once");
  drain();
}

const Route& Server::route_of(HttpRequest& request) const {
  auto path = plain_path(request.path);
  if (path == options_.prefix) path += '/';  // plain_path removed it
  auto below = without_prefix(path, options_.prefix);
  if (!below) throw Refusal(404, "unknown path");
  request.path = std::move(*below);
  return find_route(routes_, request.method, request.path);
}

size_t Server::most_body_bytes(HttpRequest request) const {
  constexpr unsigned kKibibytes = 10;
  try {
    if (route_of(request).takes_file) {
      return static_cast<size_t>(options_.file_limit) << kKibibytes;
    }
  } catch (const Refusal&) {  // nothing is at this path
  }
  return static_cast<size_t>(options_.body_limit) << kKibibytes;
}

/// The right address of a page if `path` has a slash too few or too many: its links are relative.
std::optional<std::string> Server::place_of_page(const HttpRequest& request) const {
  const auto &prefix = options_.prefix, &path = request.path;
  const auto before = forwarded_prefix(request);
  if (!prefix.empty() && path == prefix) return before + prefix + "/";
  const auto docs = prefix + "/docs";
  if (path.ends_with('/') && plain_path(path) == docs) return before + docs;
  return {};
}

void Server::take(const Request& request, const std::shared_ptr<Responder>& responder) {
  if (options_.behind_proxy) request->address = forwarded_address(*request);
  if (request->method == "OPTIONS") {
    HttpResponse response{.status = 204, .content_type = {}};
    if (request->header("Access-Control-Request-Private-Network") == "true") {
      response.headers.push_back({"Access-Control-Allow-Private-Network", "true"});
    }
    return send(no_route(request->path), std::move(response), *request, *responder);
  }
  const Route* route = nullptr;
  if (const auto place = place_of_page(*request)) {
    return send(no_route(request->path), {.status = 308, .headers = {{"Location", *place}}},
                *request, *responder);
  }
  try {
    route = &route_of(*request);
    check_head(*request);
    if (!route->takes_time) return answer(*route, request, responder);
    // Requests in progress will free memory; without any, the request is tried.
    if (!reserve_.is_whole() && pool_->working() > 0) {
      throw Refusal(503, "memory ran out; Retry-After gives the seconds to wait", kBusy);
    }
    request->memory = service_.take_memory(*request);
    const bool is_taken = pool_->add([this, route, request, responder] {
      service_.metrics.count_wait(steady_clock::now() - request->received);
      answer(*route, request, responder);
    });
    if (!is_taken) {
      throw Refusal(503, "too many requests are waiting; Retry-After gives the seconds to wait",
                    kBusy);
    }
  } catch (const std::exception&) {
    refuse(route == nullptr ? no_route(request->path) : *route, refusal_of_caught(request->id),
           *request, *responder);
  }
}

void Server::answer(const Route& route, const Request& request, const Responding& responder) {
  try {
    auto response = route.answer(service_, *request, *responder);
    if (!response->next_part) return send(route, std::move(*response), *request, *responder);
    const auto parts = std::make_shared<Parts>(
        Parts{.route = route, .request = request, .responder = responder, .response = {}});
    parts->response = std::move(*response);
    for (auto& header : for_other_origins()) parts->response.headers.push_back(std::move(header));
    responder->begin(parts->response);
    write_parts(parts);
  } catch (const ClientGone&) {
    give_up(route, *request);
  } catch (const std::exception&) {
    refuse(route, refusal_of_caught(request->id), *request, *responder);
  }
}

/// Writes parts until all are written, or until the client must first receive some. No thread waits
/// for the client.
void Server::write_parts(const std::shared_ptr<Parts>& parts) {
  const auto& [route, request, responder, response] = *parts;
  try {
    while (auto part = response.next_part()) {
      if (!responder->write(std::move(*part))) throw ClientGone();
      const auto write_later = [this, parts] {
        pool_->add_own([this, parts] { write_parts(parts); });
      };
      if (!responder->is_taken(write_later)) return;
      if (pool_->waiting() > 0) return write_later();  // after requests that wait for a thread
    }
    responder->end();
    note(route, kOk, *request);
  } catch (const ClientGone&) {
    give_up(route, *request);
  } catch (const std::exception&) {  // a second head would be read as a part of the answer
    const auto refusal = refusal_of_caught(request->id);
    responder->write(response.error_part(refusal.what()));
    responder->end(true);
    note(route, refusal.status(), *request);
  }
}

void Server::give_up(const Route& route, const HttpRequest& request) {
  service_.metrics.count_given_up();
  note(route, kClientGone, request);
}

/// Completes the refusal of a request that could not be read completely. Its method and path may
/// be unknown.
void Server::complete_refusal(HttpResponse& response, const HttpRequest& request) {
  auto known = request;
  if (known.method.empty()) known.method = "-";
  const Route* route = nullptr;
  try {
    route = &route_of(known);
  } catch (const Refusal&) {  // nothing is at this path, or it is unknown
    route = &no_route(known.path);
  }
  response.body = body_of(Refusal(response.status, response.body), route->errors);
  for (auto& header : for_other_origins()) response.headers.push_back(std::move(header));
  note(*route, response.status, known);
}

void Server::refuse(const Route& route, const Refusal& refusal, const HttpRequest& request,
                    Responder& responder) {
  send(route, response_of(refusal, body_of(refusal, route.errors)), request, responder);
}

void Server::send(const Route& route, HttpResponse response, const HttpRequest& request,
                  Responder& responder) {
  for (auto& header : for_other_origins()) response.headers.push_back(std::move(header));
  if (!response.memory && response.body.size() > kFewBytes) {
    response.memory = service_.memory.take(response.body.size());
    if (!response.memory) {
      return refuse(
          route, Refusal(503, "the requests in progress use all memory available to them", kBusy),
          request, responder);
    }
  }
  const int status = response.status;
  responder.send(std::move(response));
  note(route, status, request);
}

void Server::note(const Route& route, int status, const HttpRequest& request) {
  const auto taken = steady_clock::now() - request.received;
  service_.metrics.count_request(std::string(route.path), status, taken);
  if (options_.quiet) return;
  const nlohmann::json line = {
      {"request", request.id},
      {"method", request.method},
      {"route", route.path.empty() ? "-" : route.path},
      {"status", status},
      {"milliseconds", std::chrono::duration_cast<milliseconds>(taken).count()}};
  log_info(json_text(line));
}

}  // namespace regard::serve
