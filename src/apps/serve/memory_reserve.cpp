#include "serve/memory_reserve.h"

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <exception>
#include <new>

#include "serve/memory_limits.h"

namespace regard::serve {
namespace {

constexpr size_t kPieceBytes = size_t{1} << 20U, kPieces = 16;
constexpr size_t kForErrors = 12;  // pieces for destructors on the way of an exception

/// The one reserve, which operator new can reach in no other way. Null: given up.
std::array<std::atomic<void*>, kPieces> reserved_pieces{};

/// Untouched, a piece is address space, but no memory.
void* new_piece() {
  void* piece = ::mmap(nullptr, kPieceBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return piece == MAP_FAILED ? nullptr : piece;
}

bool give_up(std::atomic<void*>& place) {
  void* piece = place.exchange(nullptr);
  if (piece != nullptr) ::munmap(piece, kPieceBytes);
  return piece != nullptr;
}

/// For operator new, which tries again unless this throws.
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
  for (auto& place : reserved_pieces) give_up(place);
}

bool MemoryReserve::is_whole() {
  for (auto& place : reserved_pieces) {
    if (place != nullptr) continue;
    void* piece = new_piece();
    if (piece == nullptr) return false;
    void* none = nullptr;
    if (!place.compare_exchange_strong(none, piece)) ::munmap(piece, kPieceBytes);
  }
  return true;
}

}  // namespace regard::serve
