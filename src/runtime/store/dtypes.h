#pragma once
#include <cstddef>
#include <cstdint>

#include "store/dtype.h"

namespace regard::store {

struct DtypeRow {
  Dtype type;
  const char* name;
  int64_t size;  ///< bytes of a number
};

/// In the order of Dtype.
inline constexpr DtypeRow kDtypes[] = {{Dtype::f64, "F64", 8}, {Dtype::f32, "F32", 4},
                                       {Dtype::f16, "F16", 2}, {Dtype::bf16, "BF16", 2},
                                       {Dtype::i64, "I64", 8}, {Dtype::i32, "I32", 4},
                                       {Dtype::i16, "I16", 2}, {Dtype::i8, "I8", 1},
                                       {Dtype::u8, "U8", 1},   {Dtype::boolean, "BOOL", 1}};

}  // namespace regard::store
