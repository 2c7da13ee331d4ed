#pragma once
#include <memory>
#include <string>

#include "base/byte_source.h"

namespace regard::bitext {

/// Decompresses .xz bytes.
std::unique_ptr<ByteSource> unxz(std::unique_ptr<ByteSource> compressed);
/// Decompresses .zst bytes (RFC 8878).
std::unique_ptr<ByteSource> unzstd(std::unique_ptr<ByteSource> compressed);

/// The bytes of a regular file or a pipe, decompressed if they begin like a .gz, .xz or .zst file.
/// A pipe is read only once and kept, so it may be opened again. Throws Error if the file cannot be
/// opened or is damaged.
std::unique_ptr<ByteSource> open_bytes(const std::string& path);

/// Compression formats, recognized by their first bytes, with which no UTF-8 text begins.
enum class Packing { none, gzip, xz, zstd };
inline constexpr size_t kLongestMark = 6;  ///< bytes needed to recognize a format
Packing packing_of(const std::string& beginning);

/// All bytes of the source. Throws Error naming the file if there are more than `most`.
std::string all_bytes(ByteSource& source, const std::string& name, size_t most);

}  // namespace regard::bitext
