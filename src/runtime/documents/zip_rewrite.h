#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace regard::documents {

/// A .zip archive with other contents for some of its members, by number in its list. The other
/// members keep their packed bytes, and all of them their order, names, times and attributes.
/// `archive` is one that ZipArchive reads. Throws Error, naming it, for one in ZIP64.
std::string rewritten_zip(std::string_view archive, const std::map<size_t, std::string>& contents,
                          const std::string& name);

}  // namespace regard::documents
