#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace regard {

/// The name of a file, or a shorter unique one if the name plus a suffix of up to 32 bytes would
/// exceed the 255 bytes that file systems allow.
std::string name_for_suffix(const std::filesystem::path& path);
/// `path` with a suffix of up to 32 bytes: "NAME.unfinished". A long name is shortened.
std::filesystem::path with_suffix(const std::filesystem::path& path, std::string_view suffix);

}  // namespace regard
