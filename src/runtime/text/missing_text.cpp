#include "text/missing_text.h"

#include <algorithm>
#include <filesystem>

#include "regard/base/str.h"

namespace regard::text {

std::string remedy_for_missing_text(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path().filename().string();
  if (std::ranges::find(kPublishedCorpora, folder) != kPublishedCorpora.end()) {
    return str("fetch it: regard download ", folder);
  }
  return "check the path; it is relative to the working directory";
}

}  // namespace regard::text
