#include "base/out_of_memory.h"

#include <new>
#include <string_view>
#include <typeinfo>

namespace regard {

bool is_out_of_memory(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return true;
  // LibTorch's errors, told by their names, since LibTorch may be missing: its allocator for the
  // CPU throws a plain one.
  const auto contains = [](std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  };
  return contains(typeid(error).name(), "OutOfMemoryError") ||
         contains(error.what(), "DefaultCPUAllocator");
}

}  // namespace regard
