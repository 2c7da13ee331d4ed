#include "serve/metrics.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "regard/base/str.h"
#include "serve/adapters.h"
#include "serve/request_body.h"

namespace regard::serve {
namespace {

std::string heading(const std::string& name, const std::string& help, const char* type) {
  return str("# HELP ", name, " ", help, "\n# TYPE ", name, " ", type, "\n");
}

/// A number with all of its digits: six digits are not enough for sums and counts.
std::string number(double value) {
  char digits[400];  // enough for the largest number
  const auto end =
      std::to_chars(std::begin(digits), std::end(digits), value, std::chars_format::fixed);
  return {std::begin(digits), end.ptr};
}

std::string counter(const std::string& name, const std::string& help, double value) {
  return heading(name, help, "counter") + str(name, " ", number(value), "\n");
}

}  // namespace

void Histogram::add(double seconds) {
  const auto bound = std::ranges::lower_bound(kBounds, seconds);
  ++counts_[static_cast<size_t>(bound - kBounds.begin())];
  sum_ += seconds;
}

std::string Histogram::text(const std::string& name, const std::string& help) const {
  std::string text = heading(name, help, "histogram");
  int64_t count = 0;
  for (size_t i = 0; i < counts_.size(); ++i) {
    count += counts_[i];
    const auto bound = i < kBounds.size() ? str(kBounds[i]) : "+Inf";
    text += str(name, "_bucket{le=\"", bound, "\"} ", count, "\n");
  }
  return text + str(name, "_sum ", number(sum_), "\n", name, "_count ", count, "\n");
}

void Metrics::count_request(const std::string& route, int status, Seconds taken) {
  const std::lock_guard lock(mutex_);
  ++requests_[{route, status}];
  latency_.add(taken.count());
}

void Metrics::count_wait(Seconds waited) {
  const std::lock_guard lock(mutex_);
  wait_.add(waited.count());
}

void Metrics::count_translated(int64_t lines, int64_t target_tokens) {
  const std::lock_guard lock(mutex_);
  lines_ += lines;
  target_tokens_ += target_tokens;
}

void Metrics::count_given_up() {
  const std::lock_guard lock(mutex_);
  ++given_up_;
}

std::string Metrics::text(const std::vector<Gauge>& gauges) const {
  const std::lock_guard lock(mutex_);
  std::string text =
      heading("regard_http_requests_total", "Requests answered, by route and status.", "counter");
  for (const auto& [key, count] : requests_) {
    text += str("regard_http_requests_total{route=\"", key.first, "\",status=\"", key.second,
                "\"} ", count, "\n");
  }
  text += latency_.text("regard_http_request_duration_seconds", "Time from request to answer.");
  text += wait_.text("regard_queue_wait_seconds", "Time from request to the start of its work.");
  text += counter("regard_lines_total", "Lines translated, excluding cached answers.",
                  static_cast<double>(lines_));
  text += counter("regard_target_tokens_total", "Tokens written, excluding cached answers.",
                  static_cast<double>(target_tokens_));
  text += counter("regard_given_up_total", "Requests whose client disconnected before the answer.",
                  static_cast<double>(given_up_));
  for (const auto& gauge : gauges) {
    text += heading(gauge.name, gauge.help, gauge.is_counter ? "counter" : "gauge") +
            str(gauge.name, " ", number(gauge.value), "\n");
  }
  return text;
}

size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  size_t size = 0, resident = 0;
  file >> size >> resident;
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace regard::serve

// Liveness, readiness and metrics of the server.
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
    fill.slots += its.slots;
  }
  const auto cache = service.cache.counts();
  const auto add = [&](const char* name, const char* help, auto value, bool is_counter = false) {
    gauges.push_back({name, help, static_cast<double>(value), is_counter});
  };
  add("regard_queue_sentences", "Sentences waiting for a batch slot.", fill.waiting);
  add("regard_batch_slots_filled", "Batch slots in use.", fill.translated);
  add("regard_batch_slots", "Batch slots of all models.", fill.slots);
  add("regard_cache_hits_total", "Lines answered from the cache.", cache.hits, true);
  add("regard_cache_misses_total", "Lines not found in the cache.", cache.misses, true);
  add("regard_cache_bytes", "Size of the cache in bytes.", cache.bytes);
  add("regard_resident_bytes", "Resident memory of the process in bytes.", resident_bytes());
  return HttpResponse{.content_type = "text/plain; version=0.0.4; charset=utf-8",
                      .body = service.metrics.text(gauges)};
}

}  // namespace

std::vector<Route> health_routes() {
  return {
      {.method = "GET", .path = "/health", .answer = health, .takes_time = false},
      {.method = "GET", .path = "/ready", .answer = ready, .takes_time = false},
      {.method = "GET", .path = "/metrics", .answer = metrics, .takes_time = false},
  };
}

}  // namespace regard::serve
