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

/// The fields of a message, as far as they are readable; false: that is not to its end.
bool for_each_field(std::string_view message, const std::function<void(const ProtoField&)>& use);

}  // namespace regard::text
