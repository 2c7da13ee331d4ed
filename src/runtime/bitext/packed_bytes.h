#pragma once
#include <memory>
#include <string>

#include "base/byte_source.h"

namespace regard::bitext {

/// The bytes that .xz bytes hold.
std::unique_ptr<ByteSource> unxz(std::unique_ptr<ByteSource> compressed);
/// The bytes that .zst bytes hold (RFC 8878).
std::unique_ptr<ByteSource> unzstd(std::unique_ptr<ByteSource> compressed);

/// The bytes of a regular file or a pipe, unpacked if they begin as a .gz, .xz or .zst file does. A
/// pipe is read once by the program, and may be opened again. Throws Error if the file cannot be
/// opened or is damaged.
std::unique_ptr<ByteSource> open_bytes(const std::string& path);

/// How bytes are packed, by their first ones. No UTF-8 text begins so.
enum class Packing { none, gzip, xz, zstd };
inline constexpr size_t kLongestMark = 6;  ///< bytes that tell
Packing packing_of(const std::string& beginning);

/// All of the bytes, at most `most`. Throws Error, naming the file, if there are more.
std::string all_bytes(ByteSource& source, const std::string& name, size_t most);

}  // namespace regard::bitext
