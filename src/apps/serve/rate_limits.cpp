#include "serve/rate_limits.h"

#include <algorithm>

namespace regard::serve {

RateLimits::Bucket& RateLimits::bucket_of(const std::string& client, double full,
                                          Clock::time_point now) {
  if (const auto known = by_client_.find(client); known != by_client_.end()) {
    buckets_.splice(buckets_.begin(), buckets_, known->second);
    return buckets_.front();
  }
  if (buckets_.size() >= most_clients_) {
    by_client_.erase(buckets_.back().client);
    buckets_.pop_back();
  }
  buckets_.push_front({.client = client, .left = full, .since = now});
  by_client_[client] = buckets_.begin();
  return buckets_.front();
}

std::optional<RateLimits::Clock::duration> RateLimits::take(const std::string& client,
                                                            double per_minute, double cost,
                                                            Clock::time_point now) {
  if (per_minute <= 0.0) return {};
  using Minutes = std::chrono::duration<double, std::ratio<60>>;
  const std::lock_guard lock(mutex_);
  auto& bucket = bucket_of(client, per_minute, now);
  bucket.left =
      std::min(per_minute, bucket.left + per_minute * Minutes(now - bucket.since).count());
  bucket.since = now;
  const double needed = std::min(cost, per_minute);
  constexpr double kRounding = 1e-9;
  if (bucket.left + kRounding < needed) {
    return std::chrono::duration_cast<Clock::duration>(
        Minutes((needed - bucket.left) / per_minute));
  }
  bucket.left -= needed;
  return {};
}

}  // namespace regard::serve
