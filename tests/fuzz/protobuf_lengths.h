#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace regard::fuzz {

/// Repairs a protobuf message after one change: updates the lengths of all messages and texts that
/// contain the change.
class ProtobufLengths {
 public:
  static std::string repaired(const std::string& before, const std::string& after) {
    const auto begin = static_cast<size_t>(
        std::mismatch(before.begin(), before.end(), after.begin(), after.end()).first -
        before.begin());
    const size_t most = std::min(before.size(), after.size()) - begin;
    size_t end = 0;  // bytes after the change
    while (end < most && before.end()[-1 - static_cast<std::ptrdiff_t>(end)] ==
                             after.end()[-1 - static_cast<std::ptrdiff_t>(end)]) {
      ++end;
    }
    const std::string_view changed =
        std::string_view(after).substr(begin, after.size() - begin - end);
    return ProtobufLengths(begin, before.size() - end, changed).with_change(before, 0);
  }

 private:
  ProtobufLengths(size_t begin, size_t end, std::string_view changed)
      : begin_(begin), end_(end), changed_(changed) {}

  /// `message` starts at offset `place` of the whole and contains the change.
  std::string with_change(std::string_view message, size_t place) const {
    for (size_t at = 0; at < message.size();) {
      const size_t field = at;
      const uint64_t tag = take_varint(message, at);
      if ((tag & 7U) != 2) {
        skip_number(message, at, tag & 7U);
        continue;
      }
      const size_t tag_end = at;
      const uint64_t length = take_varint(message, at);
      if (length > message.size() - at) break;
      const size_t content = place + at, content_end = content + length;
      if (content <= begin_ && end_ <= content_end && field < at) {
        const auto inner = with_change(message.substr(at, length), content);
        return std::string(message.substr(0, tag_end)) + varint(inner.size()) + inner +
               std::string(message.substr(at + length));
      }
      at += length;
    }
    // The change is not in a nested message or text.
    return std::string(message.substr(0, begin_ - place)) + std::string(changed_) +
           std::string(message.substr(end_ - place));
  }

  static uint64_t take_varint(std::string_view bytes, size_t& at) {
    uint64_t value = 0;
    for (unsigned shift = 0; at < bytes.size() && shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes[at++]);
      value |= static_cast<uint64_t>(byte & 0x7FU) << shift;
      if ((byte & 0x80U) == 0) break;
    }
    return value;
  }
  static void skip_number(std::string_view bytes, size_t& at, uint64_t type) {
    if (type == 0) {
      take_varint(bytes, at);
    } else {
      at += type == 1 ? 8 : 4;
    }
  }
  static std::string varint(uint64_t value) {
    std::string bytes;
    for (; value >= 0x80U; value >>= 7U) bytes += static_cast<char>((value & 0x7FU) | 0x80U);
    return bytes + static_cast<char>(value);
  }

  size_t begin_, end_;  // replaced bytes of the whole
  std::string_view changed_;
};

}  // namespace regard::fuzz
