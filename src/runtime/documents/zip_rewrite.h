#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace regard::documents {

/// A .zip archive with new contents for some members, by index. Other members keep their compressed
/// bytes, and all keep their order, names, times and attributes. ZipArchive must be able to read
/// `archive`. Throws Error naming the archive if it uses ZIP64.
std::string rewritten_zip(std::string_view archive, const std::map<size_t, std::string>& contents,
                          const std::string& name);

}  // namespace regard::documents
