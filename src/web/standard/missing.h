#pragma once
// Included before every source that Emscripten compiles (scripts/cmake/web.cmake).
#include "web/standard/charconv_doubles.h"
#include "web/standard/jthread.h"
#include "web/standard/memory_and_bits.h"
#include "web/standard/ranges_algorithms.h"
