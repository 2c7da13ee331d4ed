#include "base/suffixed_name.h"

#include <cstddef>

#include "base/digest.h"
#include "base/utf8.h"
#include "regard/base/str.h"

namespace regard {

std::string name_for_suffix(const std::filesystem::path& path) {
  constexpr size_t kMostOfName = 255, kMostOfSuffix = 32, kDigits = 16;
  const auto name = path.filename().string();
  if (name.size() + kMostOfSuffix <= kMostOfName) return name;
  size_t kept = kMostOfName - kMostOfSuffix - kDigits - 1;
  while (kept > 0 && continues_character(name[kept])) --kept;
  return str(name.substr(0, kept), '~', sha256(name).substr(0, kDigits));
}

std::filesystem::path with_suffix(const std::filesystem::path& path, std::string_view suffix) {
  auto with = path.parent_path() / name_for_suffix(path);
  return with += suffix;
}

}  // namespace regard
