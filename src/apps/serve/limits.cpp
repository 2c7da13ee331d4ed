#include "serve/limits.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <exception>
#include <new>

#include "serve/memory_limits.h"

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

namespace {

struct BudgetPart {
  BudgetPart(std::shared_ptr<std::atomic<size_t>> of, size_t count)
      : taken(std::move(of)), bytes(count) {}
  ~BudgetPart() { *taken -= bytes; }
  BudgetPart(const BudgetPart&) = delete;
  BudgetPart& operator=(const BudgetPart&) = delete;

  std::shared_ptr<std::atomic<size_t>> taken;
  size_t bytes;
};

}  // namespace

std::shared_ptr<const void> AnswerBudget::take(size_t bytes) {
  auto before = taken_->load();
  do {
    if (bytes > most_ || before > most_ - bytes) return {};
  } while (!taken_->compare_exchange_weak(before, before + bytes));
  try {
    return std::make_shared<const BudgetPart>(taken_, bytes);
  } catch (...) {
    *taken_ -= bytes;
    throw;
  }
}

namespace {

constexpr size_t kPieceBytes = size_t{1} << 20U, kPieces = 16;
constexpr size_t kForErrors = 12;  // pieces for destructors that run during an exception

/// The reserve, which is global because operator new takes no argument. Null: a released piece.
std::array<std::atomic<void*>, kPieces> reserved_pieces{};

/// Reserves a piece, which takes address space, but no memory until it is touched.
void* new_piece() {
  void* piece = ::mmap(nullptr, kPieceBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return piece == MAP_FAILED ? nullptr : piece;
}

bool give_up(std::atomic<void*>& slot) {
  void* piece = slot.exchange(nullptr);
  if (piece != nullptr) ::munmap(piece, kPieceBytes);
  return piece != nullptr;
}

/// The new handler: operator new tries again unless this throws.
void give_up_one() {
  const size_t last = std::uncaught_exceptions() > 0 ? 0 : kForErrors;
  for (size_t number = kPieces; number > last; --number) {
    if (give_up(reserved_pieces[number - 1])) return;
  }
  throw std::bad_alloc();
}

}  // namespace

MemoryReserve::MemoryReserve() {
  save_address_space();
  is_whole();
  std::set_new_handler(give_up_one);
}

MemoryReserve::~MemoryReserve() {
  std::set_new_handler(nullptr);
  for (auto& slot : reserved_pieces) give_up(slot);
}

bool MemoryReserve::is_whole() {
  for (auto& slot : reserved_pieces) {
    if (slot != nullptr) continue;
    void* piece = new_piece();
    if (piece == nullptr) return false;
    void* none = nullptr;
    if (!slot.compare_exchange_strong(none, piece)) ::munmap(piece, kPieceBytes);
  }
  return true;
}

}  // namespace regard::serve
