#pragma once
#include <map>
#include <string>
#include <string_view>

#include "store/numpy_archive.h"

namespace regard::store {

/// The arrays of Marian's binary format (.bin), as written by marian-conv: a version, a header for
/// each array, names, shapes, padding and numbers. Reading a file executes nothing.
///
/// Weights may be float32, or integers with one multiplier per matrix (intgemm8, intgemm16), as in
/// the models of Firefox and Bergamot. Integers become float32: number / multiplier. Throws Error
/// naming the file if it is damaged, has a different version, or has a type whose layout depends on
/// the processor.
std::map<std::string, NumpyArray> read_marian_binary(const std::string& path);

/// Reads the arrays of a .bin file whose bytes are in memory, like read_marian_binary().
std::map<std::string, NumpyArray> parse_marian_binary(std::string_view bytes,
                                                      const std::string& path);

}  // namespace regard::store
