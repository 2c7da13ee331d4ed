#pragma once
#include <map>
#include <string>
#include <string_view>

#include "store/numpy_archive.h"

namespace regard::store {

/// The arrays of Marian's binary format (.bin), as marian-conv writes it: a version, a header for
/// each array, names, shapes, padding and numbers. Reading one executes nothing.
///
/// Weights may be float32, or integers with one multiplier for a matrix (intgemm8, intgemm16), as
/// in the models of Firefox and Bergamot; these become float32, number / multiplier. Throws Error,
/// naming the file, if it is damaged, of another version, or of a type whose order of numbers
/// depends on a processor.
std::map<std::string, NumpyArray> read_marian_binary(const std::string& path);

/// The same of a file's bytes.
std::map<std::string, NumpyArray> parse_marian_binary(std::string_view bytes,
                                                      const std::string& path);

}  // namespace regard::store
