#pragma once

// `Lanes` is a vector of kLanes floats; the functions of this component are written in terms of it.
// Each version of the kernels (kernels_*.cpp) first includes the lanes of its instruction set,
// which define
//   kLanes, Lanes, Ints, Words, Bytes   vectors of floats, int32_t, uint32_t and uint8_t
//   kMostRows, kMostRowsOfVector        rows of the largest tile of a product, of kPanel columns
//                                       and of one vector
//   load(x), store(x, lanes), all(x)
//   load_some(x, count, elsewhere), store_some(x, lanes, count), first_lanes(lanes, count)
//                                       the first `count` lanes, possibly all; the others are
//                                       `elsewhere`, or 0
//   fused(a, b, c)                      a * b + c, with one rounding if possible
//   larger(a, b), smaller(a, b)         a > b ? a : b, a < b ? a : b: b if either is NaN
//   sum(a), largest(a)                  over all lanes
//   kZeroByte                           128, if add_products takes unsigned bytes, which are
//                                       128 + x; 0, if it takes signed ones, which are x
//   add_products(sums, bytes, weights)  sums + the products of 4 bytes with 4 weights each
//   add_pairs(sums, x, weights)         sums + the products of 2 bf16 with 2 weights each, where
//                                       the processor has an instruction for it (REGARD_BF16)
// Everything has internal linkage, so each version has its own copy. A version must not call an
// inline function with external linkage: the linker would keep one version's copy for the program.
#ifndef REGARD_LANES
#include "math/lanes_plain.h"
#endif
