#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace regard::fuzz {

/// Repairs a CTranslate2 binary after one change: updates the lengths of names, the sizes of
/// variables and their number. Drops what can no longer be read.
class Ctranslate2Layout {
 public:
  static std::string repaired(const std::string& before, const std::string& after) {
    const auto same = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    Ctranslate2Layout layout(after, static_cast<size_t>(same.first - before.begin()),
                             static_cast<std::ptrdiff_t>(after.size() - before.size()));
    return layout.rewritten();
  }

 private:
  Ctranslate2Layout(std::string_view bytes, size_t change, std::ptrdiff_t growth)
      : bytes_(bytes), change_(change), growth_(growth) {}

  std::string rewritten() {
    take<uint32_t>();  // version
    take_text();
    take<uint32_t>();  // revision
    const auto variables = rewritten_list([&] { take_variable(); });
    const auto aliases = rewritten_list([&] {
      take_text();
      take_text();
    });
    return made_ + variables + aliases;
  }

  /// The number of complete parts, followed by the parts.
  template <class TakePart>
  std::string rewritten_list(const TakePart& take_part) {
    const auto head = made_;
    uint32_t count = 0, parts = 0;
    if (left() >= sizeof(count)) count = read<uint32_t>();
    std::string list;
    while (parts < count && !ended_early_) {
      made_.clear();
      take_part();
      if (ended_early_) break;
      list += made_;
      ++parts;
    }
    made_ = head;
    return bytes_of(parts) + list;
  }

  void take_text() {
    auto text = content(take_number<uint16_t>());
    if (!text.empty()) text.back() = '\0';
    append(static_cast<uint16_t>(text.size()));
    made_ += text;
  }

  void take_variable() {
    constexpr std::array<uint64_t, 6> kSizes = {4, 1, 2, 4, 2, 2};
    constexpr uint64_t kMost = 1U << 15U;
    take_text();
    const auto dimensions = take<uint8_t>();
    uint64_t elements = 1;
    for (int i = 0; i < dimensions && !ended_early_; ++i) {
      elements = std::min(elements * take<uint32_t>(), kMost);
    }
    const auto type = take<uint8_t>();
    auto data = content(take_number<uint32_t>());
    if (type < kSizes.size() && elements < kMost) data.resize(elements * kSizes[type]);
    append(static_cast<uint32_t>(data.size()));
    made_ += data;
  }

  size_t left() const { return bytes_.size() - at_; }

  /// Reads `size` bytes of content; if the change is in them, adapts the size to it.
  std::string content(uint64_t size) {
    const bool is_changed = at_ <= change_ && change_ <= at_ + size;
    if (is_changed && growth_ < 0) size -= std::min<uint64_t>(size, -growth_);
    if (is_changed && growth_ > 0) size += static_cast<uint64_t>(growth_);
    ended_early_ = ended_early_ || size > left();
    const auto taken = bytes_.substr(at_, size);
    at_ += taken.size();
    return std::string(taken);
  }

  template <class Number>
  Number read() {
    Number number{};
    std::memcpy(&number, bytes_.data() + at_, sizeof(number));
    at_ += sizeof(number);
    return number;
  }
  template <class Number>
  Number take_number() {
    ended_early_ = ended_early_ || left() < sizeof(Number);
    return ended_early_ ? Number{} : read<Number>();
  }
  template <class Number>
  Number take() {
    const auto number = take_number<Number>();
    append(number);
    return number;
  }

  template <class Number>
  static std::string bytes_of(Number number) {
    return std::string(reinterpret_cast<const char*>(&number), sizeof(number));
  }
  template <class Number>
  void append(Number number) {
    made_ += bytes_of(number);
  }

  std::string_view bytes_;
  size_t change_;  // start of the change
  std::ptrdiff_t growth_;
  size_t at_ = 0;
  std::string made_;
  bool ended_early_ = false;
};

}  // namespace regard::fuzz
