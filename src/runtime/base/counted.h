#pragma once
#include <string>
#include <string_view>

#include "regard/base/str.h"

namespace regard {

/// "1 thread", "2 threads".
template <class Number>
std::string counted(Number count, std::string_view noun) {
  return str(count, ' ', noun, count == 1 ? "" : "s");
}

}  // namespace regard
