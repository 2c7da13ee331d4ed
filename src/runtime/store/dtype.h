#pragma once
#include <cstdint>

namespace regard::store {

/// The type of a tensor's numbers, as safetensors names it.
enum class Dtype { f64, f32, f16, bf16, i64, i32, i16, i8, u8, boolean };

/// "F32"
const char* name_of(Dtype type);

/// Bytes of a number.
int64_t size_of(Dtype type);

}  // namespace regard::store
