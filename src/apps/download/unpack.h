#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace regard::download {

/// Size limits for downloaded archives; base/limits.h has the limits for single text files.
inline constexpr uint64_t kMostArchiveBytes = uint64_t{1} << 32U;   ///< a packed archive
inline constexpr uint64_t kMostUnpackedBytes = uint64_t{1} << 34U;  ///< all files of an archive

/// Receives the next part of a text.
using Sink = std::function<void(std::string_view)>;

/// Unpacks the text in a .gz file (RFC 1952). Throws Error if it is not a .gz file, is damaged, or
/// has more than `most` bytes of text; `take` has then received a part of the text.
void unpack_gzip(const std::filesystem::path& path, uint64_t most, const Sink& take);

/// Unpacks the one file in a .zip whose name, without folders, is `member`; the folders in the
/// archive are ignored. Throws Error as unpack_gzip() does, and unless exactly one file matches.
void unpack_zip(const std::filesystem::path& path, const std::string& member, uint64_t most,
                const Sink& take);

/// Verifies a .zip, or a file compressed as .gz, .xz or .zst, against the checksums in it. Throws
/// Error if it is damaged, is none of these, or unpacks to more than `most` bytes.
void check_is_whole(const std::filesystem::path& path, uint64_t most);

}  // namespace regard::download
