#include "serve/metrics.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

#include "regard/base/str.h"

namespace regard::serve {
namespace {

std::string heading(const std::string& name, const std::string& help, const char* type) {
  return str("# HELP ", name, " ", help, "\n# TYPE ", name, " ", type, "\n");
}

/// With all digits, of sums as of counts: six are not enough.
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
  text += latency_.text("regard_http_request_duration_seconds", "From request to answer.");
  text += wait_.text("regard_queue_wait_seconds", "From request to the start of its work.");
  text += counter("regard_lines_total", "Lines translated, without cached answers.",
                  static_cast<double>(lines_));
  text += counter("regard_target_tokens_total", "Tokens written, without cached answers.",
                  static_cast<double>(target_tokens_));
  text += counter("regard_given_up_total", "Requests whose client left before the answer.",
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
