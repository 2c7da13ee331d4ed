#pragma once
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "regard/base/limits.h"

namespace regard::serve {

/// Rate limits of clients, which are keys or addresses. Each has a bucket, which holds a minute's
/// requests and is refilled evenly. Only a limited number of the most recent clients is remembered.
/// Thread-safe.
class RateLimits {
 public:
  using Clock = std::chrono::steady_clock;

  /// `most_clients` are remembered; a forgotten client starts with a full bucket.
  explicit RateLimits(size_t most_clients = 100'000) : most_clients_(most_clients) {}

  /// Takes `cost` requests from the client's bucket. Returns nullopt if that is allowed, otherwise
  /// the time to wait. `per_minute` 0 disables the limit. A cost above a minute's requests is
  /// allowed when the bucket is full.
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
  std::list<Bucket> buckets_;  // most recently used first
  std::unordered_map<std::string, std::list<Bucket>::iterator> by_client_;
};

/// The memory budget of answers that are being computed or are waiting for their clients.
/// Thread-safe.
class AnswerBudget {
 public:
  explicit AnswerBudget(size_t most) : most_(most) {}

  /// A share of the budget, held until the last copy of the pointer is destroyed. Null if not
  /// enough is left.
  std::shared_ptr<const void> take(size_t bytes);
  size_t taken() const { return *taken_; }

 private:
  size_t most_;
  std::shared_ptr<std::atomic<size_t>> taken_ = std::make_shared<std::atomic<size_t>>(0);
};

/// Reserved address space that is released, piece by piece, when memory runs out. Some destructors
/// need memory (those of JSON do), so without the reserve the program would end while an error
/// is on its way to the client. Only one reserve may exist in a program.
class MemoryReserve {
 public:
  /// Reserves as much as is available.
  MemoryReserve();
  ~MemoryReserve();
  MemoryReserve(const MemoryReserve&) = delete;
  MemoryReserve& operator=(const MemoryReserve&) = delete;

  /// Tries to reserve released pieces again. Returns whether the whole reserve is available.
  bool is_whole();
};

}  // namespace regard::serve

/// Limits of requests in addition to those that are options of the server: everything that a
/// request can make grow is bounded, and so is each product of two of its fields.
namespace regard::serve::bounds {

inline constexpr size_t kKibibyte = 1024, kMebibyte = 1024 * kKibibyte;

inline constexpr int64_t kTimeoutMs = 1'000'000'000;  ///< longest timeout of a request
inline constexpr size_t kGlossaryTerms = 10'000;
inline constexpr size_t kGlossaryBytes = kMebibyte;
inline constexpr size_t kKeptTexts = limits::kKeptTexts;
inline constexpr size_t kKeptTextBytes = 100;
inline constexpr size_t kNameBytes = kKibibyte;
inline constexpr size_t kGlossaries = 1'000;
inline constexpr size_t kGlossariesOfClient = 100;
inline constexpr size_t kGlossaryStoreBytes = 64 * kMebibyte;
inline constexpr size_t kGlossaryStoreBytesOfClient = 8 * kMebibyte;
inline constexpr size_t kKeptFileBytes = 64 * kMebibyte;
inline constexpr size_t kUnpackedFileBytes = 32 * kMebibyte;
inline constexpr size_t kDocuments = 1'000;
inline constexpr size_t kAnswerBytes = 512 * kMebibyte;
inline constexpr size_t kAllRequestBytes = 1024 * kMebibyte;
inline constexpr size_t kBodyBytesOnTheWay = 256 * kMebibyte;

struct Bound {
  std::string_view what;
  size_t most;
};

/// The limits in the order of docs/server.md.
inline constexpr std::array kAll = {
    Bound{"terms of a glossary", kGlossaryTerms},
    Bound{"bytes of a glossary's terms and translations", kGlossaryBytes},
    Bound{"words and phrases to keep", kKeptTexts},
    Bound{"bytes of a word or phrase to keep", kKeptTextBytes},
    Bound{"bytes of the name of a glossary or a file", kNameBytes},
    Bound{"glossaries kept", kGlossaries},
    Bound{"glossaries of a client", kGlossariesOfClient},
    Bound{"bytes of all glossaries", kGlossaryStoreBytes},
    Bound{"bytes of a client's glossaries", kGlossaryStoreBytesOfClient},
    Bound{"bytes of translated files, with their names", kKeptFileBytes},
    Bound{"bytes of the texts in a .docx, .epub or other archive", kUnpackedFileBytes},
    Bound{"documents in progress, queued or kept", kDocuments},
    Bound{"bytes of the answer to a request", kAnswerBytes},
    Bound{"bytes of all bodies still arriving", kBodyBytesOnTheWay},
    Bound{"bytes of all requests in progress", kAllRequestBytes},
};

}  // namespace regard::serve::bounds
