#pragma once
#include <filesystem>
#include <string>

namespace regard {

/// Makes a folder with all that lie above it, where it is not there yet. Throws Error with `remedy`
/// if it cannot be made, or if a file has that name.
void make_folder(const std::filesystem::path& path,
                 const std::string& remedy = "name another folder");

/// For those who will write into a folder after long work: throws Error now, with `remedy`, where a
/// file has that name or where nothing can be written in it or, while it is not there yet, in the
/// nearest folder above. Makes nothing.
void check_folder_can_be_written(const std::filesystem::path& path,
                                 const std::string& remedy = "name another folder");

}  // namespace regard
