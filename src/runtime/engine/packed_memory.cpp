#include "engine/packed_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <new>

namespace regard::engine {

search::AttentionRow KeysValues::attention_of(std::optional<int64_t> head) const {
  if (head) {
    const auto first = weights_.begin() + *head * static_cast<std::ptrdiff_t>(positions_.size());
    return std::make_shared<const std::vector<float>>(
        first, first + static_cast<std::ptrdiff_t>(positions_.size()));
  }
  auto mean = std::make_shared<std::vector<float>>(positions_.size(), 0.0F);
  const float* weight = weights_.data();
  for (int64_t one = 0; one < heads_; ++one) {
    for (auto& sum : *mean) sum += *weight++;
  }
  for (auto& sum : *mean) sum /= static_cast<float>(heads_);
  return mean;
}

namespace {

constexpr size_t kLine = 64;
constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kRegion = size_t{8} << 20;

constexpr size_t in_steps(size_t bytes, size_t step) { return (bytes + step - 1) / step * step; }

/// Mapped memory, handed out from beginning to end and unmapped as a whole.
struct Region {
  char* mapped;
  char *next, *end;
  size_t pieces = 0;  // pieces in use

  size_t size() const { return static_cast<size_t>(end - mapped); }
  bool has(const char* memory) const { return memory >= mapped && memory < end; }
};

class Regions {
 public:
  char* take(size_t bytes) {
    const std::scoped_lock lock(mutex_);
    if (all_.empty() || static_cast<size_t>(all_.back().end - all_.back().next) < bytes) {
      all_.push_back(mapped(bytes));
    }
    auto& region = all_.back();
    char* memory = region.next;
    region.next += bytes;
    ++region.pieces;
    return memory;
  }

  void give(const char* memory) {
    const std::scoped_lock lock(mutex_);
    const auto region =
        std::ranges::find_if(all_, [&](const Region& one) { return one.has(memory); });
    if (--region->pieces > 0) return;
    ::munmap(region->mapped, region->size());
    all_.erase(region);
  }

 private:
  /// Aligns to a huge page, since a mapping of only a few huge pages usually is not aligned.
  static Region mapped(size_t bytes) {
    const size_t size = in_steps(std::max(bytes, kRegion), kHugePage) + kHugePage;
    void* address =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (address == MAP_FAILED) throw std::bad_alloc();
    auto* begin = static_cast<char*>(address);
    auto* first = begin + (kHugePage - reinterpret_cast<size_t>(begin) % kHugePage) % kHugePage;
#ifdef MADV_HUGEPAGE
    ::madvise(first, static_cast<size_t>(begin + size - first), MADV_HUGEPAGE);
#endif
    return {.mapped = begin, .next = first, .end = begin + size};
  }

  std::mutex mutex_;
  std::vector<Region> all_;
};

Regions& regions() {
  static auto* const kRegions = new Regions;  // never destroyed: weights may be freed at exit
  return *kRegions;
}

}  // namespace

char* take_packed_memory(size_t bytes) { return regions().take(in_steps(bytes, kLine)); }

void give_packed_memory(const char* memory) { regions().give(memory); }

}  // namespace regard::engine
