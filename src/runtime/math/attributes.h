#pragma once

#define REGARD_INLINE inline __attribute__((always_inline))
#if defined(__clang__)
#define REGARD_UNROLL _Pragma("unroll")
#else
#define REGARD_UNROLL _Pragma("GCC unroll 16")
#endif
