#pragma once
// Included before every source that Emscripten compiles (scripts/cmake/web.cmake).
#include "charconv_doubles.h"
#include "jthread.h"
#include "memory_and_bits.h"
#include "ranges_algorithms.h"
