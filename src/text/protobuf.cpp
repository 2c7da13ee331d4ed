#include "protobuf.h"

namespace regard::text {
namespace {

/// Takes a varint off the front of `bytes`; takes everything if there is none.
uint64_t take_varint(std::string_view& bytes) {
  uint64_t value = 0;
  for (unsigned shift = 0; !bytes.empty() && shift < 64; shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= static_cast<uint64_t>(byte & 0x7FU) << shift;
    if ((byte & 0x80U) == 0) return value;
  }
  bytes = {};
  return 0;
}

std::string_view take(std::string_view& bytes, uint64_t count) {
  const auto taken = bytes.substr(0, count);
  bytes.remove_prefix(taken.size());
  return taken;
}

}  // namespace

bool for_each_field(std::string_view message, const std::function<void(const ProtoField&)>& use) {
  while (!message.empty()) {
    const uint64_t tag = take_varint(message);
    ProtoField field = {.id = tag >> 3U, .number = 0, .bytes = {}};
    switch (tag & 7U) {  // the wire type
      case 0:
        field.number = take_varint(message);
        break;
      case 1:
        take(message, 8);
        break;
      case 2:
        field.bytes = take(message, take_varint(message));
        break;
      case 5:
        take(message, 4);
        break;
      default:  // groups, which no format of today has
        return false;
    }
    use(field);
  }
  return true;
}

}  // namespace regard::text
