#include "base/temporary_name.h"

#include <unistd.h>

#include <atomic>
#include <string_view>

#include "regard/base/str.h"

namespace regard {
namespace {

constexpr std::string_view kMark = ".tmp-";

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::filesystem::path temporary_beside(const std::filesystem::path& path) {
  static std::atomic<int> count{0};
  auto temporary = path;
  temporary += str(kMark, ::getpid(), "-", count++);
  return temporary;
}

std::optional<std::string> replaced_by(const std::string& temporary) {
  const auto end = temporary.rfind(kMark);
  if (end == std::string::npos || end == 0) return std::nullopt;
  const auto numbers = std::string_view(temporary).substr(end + kMark.size());
  const auto between = numbers.find('-');
  if (between == std::string_view::npos) return std::nullopt;
  if (!is_number(numbers.substr(0, between)) || !is_number(numbers.substr(between + 1))) {
    return std::nullopt;
  }
  return temporary.substr(0, end);
}

}  // namespace regard
