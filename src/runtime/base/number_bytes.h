#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace regard {

/// Writes arrays of numbers for caches: in this machine's byte order, each preceded by its size.
class NumberWriter {
 public:
  template <class Number>
  void add(const std::vector<Number>& numbers) {
    add(std::string_view(reinterpret_cast<const char*>(numbers.data()),
                         numbers.size() * sizeof(Number)));
  }
  void add(std::string_view bytes) {
    const auto size = static_cast<uint64_t>(bytes.size());
    bytes_.append(reinterpret_cast<const char*>(&size), sizeof size).append(bytes);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads the arrays that a NumberWriter wrote, in the same order.
class NumberReader {
 public:
  explicit NumberReader(std::string_view bytes) : bytes_(bytes) {}

  /// Reads the next array; false if the next bytes are not an array.
  template <class Number>
  bool take(std::vector<Number>& numbers) {
    static_assert(std::is_trivially_copyable_v<Number>);
    std::string_view bytes;
    if (!take(bytes) || bytes.size() % sizeof(Number) != 0) return false;
    numbers.resize(bytes.size() / sizeof(Number));
    if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return true;
  }
  bool take(std::string_view& bytes) {
    uint64_t size = 0;
    if (bytes_.size() < sizeof size) return false;
    std::memcpy(&size, bytes_.data(), sizeof size);
    bytes_.remove_prefix(sizeof size);
    if (size > bytes_.size()) return false;
    bytes = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return true;
  }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

}  // namespace regard
