#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace regard::download {

/// Takes the next part of a text.
using Sink = std::function<void(std::string_view)>;

/// Unpacks the text in a .gz file (RFC 1952). Throws Error if it is damaged, is no such file, or
/// has more than `most` bytes of text, after as many were taken.
void unpack_gzip(const std::filesystem::path& path, uint64_t most, const Sink& take);

/// Unpacks the one file in a .zip whose name, without folders, is `member`; where the archive wants
/// its files to be is of no interest. Throws Error as above, and if it has none or several.
void unpack_zip(const std::filesystem::path& path, const std::string& member, uint64_t most,
                const Sink& take);

}  // namespace regard::download
