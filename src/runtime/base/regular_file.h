#pragma once
#include <cstdint>
#include <filesystem>
#include <limits>

namespace regard {

/// A path may lead into a packed folder (base/packed_folder.h).

/// The size of a regular file in bytes. Throws Error where there is none, where the path leads to
/// something else (a directory, a pipe, which would be waited for, a device, which may never end, a
/// link to itself), and where it has more than `most` bytes. Opens nothing.
uint64_t size_of_regular_file(const std::filesystem::path& path,
                              uint64_t most = std::numeric_limits<uint64_t>::max());

/// Whether something has this name. True also of what the system does not let us look at, a link to
/// itself for example, so that whoever opens it says why.
bool is_there(const std::filesystem::path& path);
/// Whether it is a folder, itself, by a link or packed.
bool is_folder(const std::filesystem::path& path);

}  // namespace regard
