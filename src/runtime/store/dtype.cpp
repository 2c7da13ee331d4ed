#include "store/dtype.h"

#include "store/dtypes.h"

namespace regard::store {

const char* name_of(Dtype type) { return kDtypes[static_cast<std::size_t>(type)].name; }

int64_t size_of(Dtype type) { return kDtypes[static_cast<std::size_t>(type)].size; }

}  // namespace regard::store
