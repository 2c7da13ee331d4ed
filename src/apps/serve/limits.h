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

/// Memory for the answers that are computed, or that wait for their clients. Several threads may
/// use one.
class AnswerBudget {
 public:
  explicit AnswerBudget(size_t most) : most_(most) {}

  /// A part of it, until the last copy of the pointer goes. Null: so much is not left.
  std::shared_ptr<const void> take(size_t bytes);
  size_t taken() const { return *taken_; }

 private:
  size_t most_;
  std::shared_ptr<std::atomic<size_t>> taken_ = std::make_shared<std::atomic<size_t>>(0);
};

/// Address space that is given up, piece by piece, where no memory is left. Some destructors need
/// memory (those of JSON do), so without it the program would end while an error is on its way to
/// the client. Most of it is for such times. At most one at a time in a program.
class MemoryReserve {
 public:
  /// Takes what it can get.
  MemoryReserve();
  ~MemoryReserve();
  MemoryReserve(const MemoryReserve&) = delete;
  MemoryReserve& operator=(const MemoryReserve&) = delete;

  /// Whether nothing of it is given up. What is, is taken again first if there is memory.
  bool is_whole();
};

}  // namespace regard::serve

/// What clients may ask for beyond the limits that are options of the server: everything that a
/// request makes grow has a bound, and so has each product of two of its fields.
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

/// As docs/server.md lists them.
inline constexpr std::array kAll = {
    Bound{"terms of a glossary", kGlossaryTerms},
    Bound{"bytes of a glossary's terms and translations", kGlossaryBytes},
    Bound{"words and phrases to keep", kKeptTexts},
    Bound{"bytes of a word or phrase to keep", kKeptTextBytes},
    Bound{"bytes of the name of a glossary or a file", kNameBytes},
    Bound{"glossaries that are kept", kGlossaries},
    Bound{"glossaries of a client", kGlossariesOfClient},
    Bound{"bytes of all glossaries", kGlossaryStoreBytes},
    Bound{"bytes of a client's glossaries", kGlossaryStoreBytesOfClient},
    Bound{"bytes of translated files, with their names", kKeptFileBytes},
    Bound{"bytes of the texts in a .docx, .epub or other archive", kUnpackedFileBytes},
    Bound{"documents that are translated, wait or are kept", kDocuments},
    Bound{"bytes that the answer to a request may take", kAnswerBytes},
    Bound{"bytes of all bodies that are still arriving", kBodyBytesOnTheWay},
    Bound{"bytes that all requests in progress may take", kAllRequestBytes},
};

}  // namespace regard::serve::bounds
