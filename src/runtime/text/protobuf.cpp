#include "text/protobuf.h"

#include <limits>
#include <optional>

namespace regard::text {
namespace {

/// Takes a varint off the front of `bytes`. Nothing unless it has the fewest bytes that its value
/// needs, as protobuf writes it: what has more is read differently by different readers.
std::optional<uint64_t> take_varint(std::string_view& bytes) {
  constexpr unsigned kLastShift = 63;  // where one bit is left
  uint64_t value = 0;
  for (unsigned shift = 0; !bytes.empty() && shift <= kLastShift; shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    if (shift == kLastShift && byte > 1) return {};
    value |= static_cast<uint64_t>(byte & 0x7FU) << shift;
    if ((byte & 0x80U) != 0) continue;
    return byte == 0 && shift > 0 ? std::nullopt : std::optional(value);
  }
  return {};
}

/// Nothing if there are fewer bytes.
std::optional<std::string_view> take(std::string_view& bytes, uint64_t count) {
  if (count > bytes.size()) return {};
  const auto taken = bytes.substr(0, count);
  bytes.remove_prefix(count);
  return taken;
}

/// Takes the value of a field; false if it is none.
bool take_value(std::string_view& message, uint64_t wire_type, ProtoField& field) {
  constexpr uint64_t kVarint = 0, kEightBytes = 1, kBytes = 2, kFourBytes = 5;
  switch (wire_type) {
    case kVarint:
    case kBytes: {
      const auto number = take_varint(message);
      if (!number) return false;
      if (wire_type == kVarint) {
        field.number = *number;
        return true;
      }
      const auto bytes = take(message, *number);
      field.bytes = bytes.value_or(std::string_view());
      return bytes.has_value();
    }
    case kEightBytes:
      return take(message, 8).has_value();
    case kFourBytes:
      return take(message, 4).has_value();
    default:  // groups, which no format of today has
      return false;
  }
}

}  // namespace

bool for_each_field(std::string_view message, const std::function<void(const ProtoField&)>& use) {
  while (!message.empty()) {
    const auto tag = take_varint(message);
    if (!tag || *tag > std::numeric_limits<uint32_t>::max() || *tag >> 3U == 0) return false;
    ProtoField field = {.id = *tag >> 3U, .number = 0, .bytes = {}};
    if (!take_value(message, *tag & 7U, field)) return false;
    use(field);
  }
  return true;
}

}  // namespace regard::text
