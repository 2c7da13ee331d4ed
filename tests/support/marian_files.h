#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

/// Files in Marian's binary formats, as written by marian-conv.
namespace regard::test {

inline constexpr uint64_t kMarianFloat32 = 0x404, kMarianInt8 = 0x101, kMarianIntgemm8 = 0x4101;

/// An array in a model.
struct MarianItem {
  std::string name;
  uint64_t type;
  std::vector<int32_t> shape;
  std::string bytes;
};

template <class T>
std::string bytes_of(const std::vector<T>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

inline std::string marian_binary(std::vector<MarianItem> items, uint64_t version = 1) {
  constexpr size_t kAlignment = 256;
  std::vector<uint64_t> head = {version, items.size()};
  std::string names, shapes, numbers;
  for (auto& item : items) {
    item.bytes.resize((item.bytes.size() + kAlignment - 1) / kAlignment * kAlignment);
    for (const uint64_t number :
         {item.name.size() + 1, item.type, item.shape.size(), item.bytes.size()}) {
      head.push_back(number);
    }
    names += item.name + '\0';
    shapes += bytes_of(item.shape);
    numbers += item.bytes;
  }
  auto file = bytes_of(head) + names + shapes;
  const size_t used = file.size() + sizeof(uint64_t);
  const uint64_t padding = kAlignment - used % kAlignment;
  return file + bytes_of(std::vector{padding}) + std::string(padding, '\0') + numbers;
}

/// Adds the correct checksum to a lexical shortlist.
inline std::string with_checksum(std::string shortlist) {
  constexpr size_t kChecksum = 8, kChecked = 16;
  uint64_t sum = 0;
  for (size_t at = kChecked; at + sizeof(uint64_t) <= shortlist.size(); at += sizeof(uint64_t)) {
    uint64_t word = 0;
    std::memcpy(&word, shortlist.data() + at, sizeof(word));
    sum ^= word + 0x9E3779B9U + (sum << 6U) + (sum >> 2U);
  }
  std::memcpy(shortlist.data() + kChecksum, &sum, sizeof(sum));
  return shortlist;
}

/// A lexical shortlist: the first numbers, which are in every list, and those of each source piece.
inline std::string marian_shortlist(uint64_t first,
                                    const std::vector<std::vector<uint32_t>>& of_source) {
  std::vector<uint64_t> offsets = {0};
  std::vector<uint32_t> numbers;
  for (const auto& list : of_source) {
    numbers.insert(numbers.end(), list.begin(), list.end());
    offsets.push_back(numbers.size());
  }
  const std::vector<uint64_t> head = {0xF11A48D5013417F5, 0, first, 50, offsets.size(),
                                      numbers.size()};
  return with_checksum(bytes_of(head) + bytes_of(offsets) + bytes_of(numbers));
}

}  // namespace regard::test
