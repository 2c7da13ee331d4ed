// Whether the server lives, whether it is ready, and what it has done.
#include <nlohmann/json.hpp>

#include "serve/faces.h"
#include "serve/json_text.h"

namespace regard::serve {
namespace {

constexpr int kUnavailable = 503;

std::optional<HttpResponse> health(Service&, const HttpRequest&, Responder&) {
  return json_response(R"({"status":"ok"})");
}

std::optional<HttpResponse> ready(Service& service, const HttpRequest&, Responder&) {
  if (service.is_draining) return json_response(R"({"status":"draining"})", kUnavailable);
  if (!service.is_ready) return json_response(R"({"status":"starting"})", kUnavailable);
  for (const auto& model : service.models.all()) {
    if (model->is_sound()) continue;
    return json_response(json_text({{"status", "broken"}, {"model", model->name()}}), kUnavailable);
  }
  return json_response(R"({"status":"ready"})");
}

std::optional<HttpResponse> metrics(Service& service, const HttpRequest&, Responder&) {
  auto gauges = service.gauges_of_server();
  engine::Engine::Fill fill;
  for (const auto& model : service.models.all()) {
    const auto loaded = model->if_loaded();
    if (!loaded) continue;
    const auto its = loaded->model.fill();
    fill.waiting += its.waiting;
    fill.translated += its.translated;
    fill.places += its.places;
  }
  const auto cache = service.cache.counts();
  const auto add = [&](const char* name, const char* help, auto value, bool is_counter = false) {
    gauges.push_back({name, help, static_cast<double>(value), is_counter});
  };
  add("regard_queue_sentences", "Sentences that wait for a place.", fill.waiting);
  add("regard_places_filled", "Sentences that are translated now.", fill.translated);
  add("regard_places", "Sentences that can be translated at a time.", fill.places);
  add("regard_cache_hits_total", "Lines answered from the cache.", cache.hits, true);
  add("regard_cache_misses_total", "Lines not found in the cache.", cache.misses, true);
  add("regard_cache_bytes", "Bytes of the cache.", cache.bytes);
  add("regard_resident_bytes", "Memory of the process.", resident_bytes());
  return HttpResponse{.content_type = "text/plain; version=0.0.4; charset=utf-8",
                      .body = service.metrics.text(gauges)};
}

}  // namespace

std::vector<Route> life_routes() {
  return {
      {.method = "GET", .path = "/health", .answer = health, .takes_time = false},
      {.method = "GET", .path = "/ready", .answer = ready, .takes_time = false},
      {.method = "GET", .path = "/metrics", .answer = metrics, .takes_time = false},
  };
}

}  // namespace regard::serve
