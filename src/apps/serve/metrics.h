#pragma once
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace regard::serve {

/// A histogram of durations.
class Histogram {
 public:
  void add(double seconds);
  /// The histogram in Prometheus' text format, with a name and a help text.
  std::string text(const std::string& name, const std::string& help) const;

 private:
  static constexpr std::array kBounds = {0.005, 0.01, 0.025, 0.05, 0.1,  0.25, 0.5,
                                         1.0,   2.5,  5.0,   10.0, 30.0, 60.0};
  std::array<int64_t, kBounds.size() + 1> counts_{};
  double sum_ = 0.0;
};

/// Counters of a running server, without keys, addresses or texts. Thread-safe.
class Metrics {
 public:
  using Seconds = std::chrono::duration<double>;

  /// `route` is one of the server's routes, not the requested path.
  void count_request(const std::string& route, int status, Seconds taken);
  void count_wait(Seconds waited);
  void count_translated(int64_t lines, int64_t target_tokens);
  void count_given_up();

  /// A value that is measured when metrics are requested.
  struct Gauge {
    std::string name;
    std::string help;
    double value;
    bool is_counter = false;
  };
  /// The metrics in Prometheus' text format (version 0.0.4).
  std::string text(const std::vector<Gauge>& gauges) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, int>, int64_t> requests_;
  Histogram latency_, wait_;
  int64_t lines_ = 0, target_tokens_ = 0, given_up_ = 0;
};

/// Current resident memory of this process.
size_t resident_bytes();

}  // namespace regard::serve
