#pragma once
#include <cstdint>
#include <functional>
#include <string_view>

namespace regard::text {

/// One field of a protobuf message: `bytes` of a string or message, `number` of all other types.
struct ProtoField {
  uint64_t id;
  uint64_t number;
  std::string_view bytes;
};

/// The fields of a message, as far as they are written as protobuf writes them: tags of at most 32
/// bits, varints of the fewest bytes, no group, no field 0, no value that goes on beyond the end.
/// False: that is not to the end. Another reader may see other fields in such a message.
bool for_each_field(std::string_view message, const std::function<void(const ProtoField&)>& use);

}  // namespace regard::text
