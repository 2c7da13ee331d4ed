#pragma once
#include <filesystem>
#include <string>

namespace regard {

/// Creates a folder and its parents if missing, safe on the disk. Throws Error with `remedy` if
/// that fails or a file has that name.
void make_folder(const std::filesystem::path& path,
                 const std::string& remedy = "name another folder");

/// For writing into a folder after long work: throws Error now, with `remedy`, if a file has that
/// name, or if the folder, or the nearest existing one above it, is not writable. Creates nothing.
void check_folder_can_be_written(const std::filesystem::path& path,
                                 const std::string& remedy = "name another folder");

/// Brings the names in a folder to the disk, so that a power cut undoes no rename or removal. False
/// and errno where the disk fails; a folder that cannot be synced at all counts as done.
bool sync_folder(const std::filesystem::path& path);

}  // namespace regard
