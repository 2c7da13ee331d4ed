#include "text/vocabulary_list.h"

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "regard/base/limits.h"

namespace regard::text {
namespace {

/// A node of the trie, packed into 32 bits as by Darts-clone.
struct Unit {
  uint32_t bits;

  uint32_t label() const { return bits & (1U << 31U | 0xFFU); }
  uint32_t offset() const { return (bits >> 10U) << ((bits & 1U << 9U) >> 6U); }
  uint32_t value() const { return bits & ~(1U << 31U); }
  bool has_value() const { return (bits >> 8U & 1U) != 0; }
};

/// The maximum number of rules that are prefixes of one text; SentencePiece keeps no more.
constexpr uint32_t kMostPrefixes = 32;
constexpr uint32_t kBytes = 256;

/// Visits every place in the trie that any input text can reach.
class Walk {
 public:
  /// `texts` are the replacements that values point to, each with a terminating zero.
  Walk(std::vector<Unit> units, std::string_view texts) : units_(std::move(units)), texts_(texts) {}

  bool stays_inside() {
    if (!enter(units_[0].offset(), 0)) return false;
    while (!next_.empty()) {
      const auto place = next_.back();
      next_.pop_back();
      if (!follow_children(place)) return false;
    }
    return true;
  }

 private:
  /// The child for a byte is at place ^ byte, so the children lie in a block of 256 units, most of
  /// which are not children. Comparing several at once lets compilers vectorize the loop.
  bool follow_children(uint32_t place) {
    constexpr uint32_t kAtOnce = 16;
    const uint32_t block = place & ~(kBytes - 1), low = place & (kBytes - 1);
    for (uint32_t first = 0; first < kBytes; first += kAtOnce) {
      uint32_t is_child[kAtOnce], any = 0;
      for (uint32_t i = 0; i < kAtOnce; ++i) {
        is_child[i] = units_[block + first + i].label() == ((first + i) ^ low) ? 1 : 0;
      }
      for (const uint32_t one : is_child) any |= one;
      if (any == 0) continue;
      for (uint32_t i = 0; i < kAtOnce; ++i) {
        if (is_child[i] != 0 && !follow(block + first + i, prefixes_[place])) return false;
      }
    }
    return true;
  }

  bool follow(uint32_t node, uint32_t prefixes) {
    const auto place = node ^ units_[node].offset();
    if (!units_[node].has_value()) return enter(place, prefixes);
    return enter(place, prefixes + 1) && is_text(units_[place].value());
  }

  bool is_text(size_t begin) const {
    return begin < texts_.size() && texts_.find('\0', begin) - begin <= limits::kRuleBytes;
  }

  /// Marks a place whose children are visited next. A place that is now reached with more prefixes
  /// is visited again.
  bool enter(uint32_t place, uint32_t prefixes) {
    if ((place | (kBytes - 1)) >= units_.size() || prefixes > kMostPrefixes) return false;
    if (prefixes_.empty()) prefixes_.assign(units_.size(), kUnseen);
    auto& most = prefixes_[place];
    if (most != kUnseen && most >= prefixes) return true;
    most = prefixes;
    next_.push_back(place);
    return true;
  }

  static constexpr uint32_t kUnseen = UINT32_MAX;
  std::vector<Unit> units_;
  std::string_view texts_;
  std::vector<uint32_t> prefixes_;
  std::vector<uint32_t> next_;
};

}  // namespace

bool is_sound_character_map(std::string_view map) {
  uint32_t size = 0;
  if (map.size() <= sizeof(size)) return map.empty();
  std::memcpy(&size, map.data(), sizeof(size));
  map.remove_prefix(sizeof(size));
  if (size == 0 || size % sizeof(Unit) != 0 || size >= map.size() || map.back() != '\0') {
    return false;
  }
  if (size > limits::kRuleTrieBytes) return false;
  std::vector<Unit> units(size / sizeof(Unit));
  std::memcpy(units.data(), map.data(), size);
  return Walk(std::move(units), map.substr(size)).stays_inside();
}

bool has_sound_character_maps(std::string_view model) {
  // The message fields of a model are 1 (a piece) to 5 (denormalizer_spec).
  constexpr uint64_t kNormalizerSpec = 3, kDenormalizerSpec = 5, kCharacterMap = 2;
  bool is_sound = true;
  const bool is_whole = for_each_field(model, [&](const ProtoField& outer) {
    if (outer.id > kDenormalizerSpec) return;
    const bool has_rules = outer.id == kNormalizerSpec || outer.id == kDenormalizerSpec;
    const bool message_is_whole = for_each_field(outer.bytes, [&](const ProtoField& inner) {
      if (!has_rules || inner.id != kCharacterMap) return;
      is_sound = is_sound && is_sound_character_map(inner.bytes);
    });
    is_sound = is_sound && message_is_whole;
  });
  return is_whole && is_sound;
}

}  // namespace regard::text
