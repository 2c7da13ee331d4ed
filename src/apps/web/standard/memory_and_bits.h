#pragma once
// std::bit_cast, and std::make_shared_for_overwrite for arrays, for the standard library of
// Emscripten 3.1.6, which has neither.
#include <bit>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <version>

namespace std {

#ifndef __cpp_lib_bit_cast
template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}
#endif

#ifndef __cpp_lib_smart_ptr_for_overwrite
template <class Array>
shared_ptr<Array> make_shared_for_overwrite(size_t size) {
  return shared_ptr<Array>(new remove_extent_t<Array>[size]);
}
#endif

}  // namespace std
