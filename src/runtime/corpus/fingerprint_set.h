#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace regard::corpus {

/// A set of 64-bit hashes in a table that keeps at least a third of its places free: 12 to 24 bytes
/// per hash.
class FingerprintSet {
 public:
  /// False if it was there already.
  bool insert(uint64_t fingerprint) {
    if (fingerprint == kFree) ++fingerprint;
    if (3 * (size_ + 1) > 2 * places_.size()) grow();
    auto& place = place_of(fingerprint);
    if (place == fingerprint) return false;
    place = fingerprint;
    ++size_;
    return true;
  }

 private:
  static constexpr uint64_t kFree = 0;

  /// Its place, or the free place where it belongs. Hashes are random already: their last bits give
  /// the first place to try.
  uint64_t& place_of(uint64_t fingerprint) {
    const size_t last = places_.size() - 1;  // all ones: the size is a power of two
    size_t i = fingerprint & last;
    while (places_[i] != kFree && places_[i] != fingerprint) i = (i + 1) & last;
    return places_[i];
  }

  void grow() {
    std::vector<uint64_t> old(places_.empty() ? 1024 : 2 * places_.size(), kFree);
    std::swap(old, places_);
    for (const uint64_t fingerprint : old) {
      if (fingerprint != kFree) place_of(fingerprint) = fingerprint;
    }
  }

  std::vector<uint64_t> places_;
  size_t size_ = 0;
};

}  // namespace regard::corpus
