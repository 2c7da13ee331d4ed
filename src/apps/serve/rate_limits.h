#pragma once
#include <chrono>
#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace regard::serve {

/// How often a client, a key or an address, may ask: a bucket for each, which holds a minute's
/// requests and is refilled evenly. Of the clients seen last, a bounded number is remembered.
/// Several threads may use one.
class RateLimits {
 public:
  using Clock = std::chrono::steady_clock;

  /// `most_clients` are remembered; one that is forgotten starts with a full bucket.
  explicit RateLimits(size_t most_clients = 100'000) : most_clients_(most_clients) {}

  /// Takes `cost` requests out of the client's bucket. Nothing if that is allowed, else the time to
  /// wait. `per_minute` of 0 is no limit. What costs more than a minute's requests passes when the
  /// bucket is full.
  std::optional<Clock::duration> take(const std::string& client, double per_minute,
                                      double cost = 1.0, Clock::time_point now = Clock::now());

 private:
  struct Bucket {
    std::string client;
    double left;
    Clock::time_point since;
  };

  Bucket& bucket_of(const std::string& client, double full, Clock::time_point now);

  size_t most_clients_;
  std::mutex mutex_;
  std::list<Bucket> buckets_;  // the one used last first
  std::unordered_map<std::string, std::list<Bucket>::iterator> by_client_;
};

}  // namespace regard::serve
