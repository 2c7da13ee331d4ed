#include "regard/model/out_of_memory.h"

#include <c10/util/Exception.h>

#include <new>
#include <string_view>

namespace regard::model {

bool is_out_of_memory(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return true;
  if (dynamic_cast<const c10::OutOfMemoryError*>(&error) != nullptr) return true;
  // LibTorch's CPU allocator throws a plain c10::Error.
  return dynamic_cast<const c10::Error*>(&error) != nullptr &&
         std::string_view(error.what()).find("DefaultCPUAllocator") != std::string_view::npos;
}

}  // namespace regard::model
