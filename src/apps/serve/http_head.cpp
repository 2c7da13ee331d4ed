#include "serve/http_head.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <random>
#include <sstream>

#include "base/ascii.h"

namespace regard::serve {
namespace {

constexpr size_t kLongestId = 64;

/// A target with scheme and host, as clients give it to proxies, without them (RFC 9112, 3.2.2).
std::string_view without_authority(std::string_view target) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (lower_ascii(target.substr(0, scheme.size())) != scheme) continue;
    const auto begin = target.find_first_of("/?", scheme.size());
    if (begin == std::string_view::npos) return "/";
    return target.substr(begin);
  }
  return target;
}

}  // namespace

bool is_folded(std::string_view text) {
  const auto head = text.substr(0, text.find("\r\n\r\n"));
  for (size_t end = head.find('\n'); end != std::string_view::npos;
       end = head.find('\n', end + 1)) {
    if (end + 1 < head.size() && (head[end + 1] == ' ' || head[end + 1] == '\t')) return true;
  }
  return false;
}

std::pair<std::string, std::string> path_and_query(std::string_view full_target) {
  const auto target = without_authority(full_target);
  const auto mark = target.find('?');
  if (mark == std::string_view::npos) return {std::string(target), {}};
  return {mark == 0 ? "/" : std::string(target.substr(0, mark)),
          std::string(target.substr(mark + 1))};
}

bool is_sane_request_id(std::string_view id) {
  return !id.empty() && id.size() <= kLongestId && std::ranges::all_of(id, [](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || c == '-' || c == '_' || c == '.';
  });
}

std::string new_request_id() {
  static const uint64_t kStart = std::random_device{}();
  static std::atomic<uint64_t> count{0};
  std::ostringstream id;
  id << std::hex << kStart << '-' << ++count;
  return id.str();
}

}  // namespace regard::serve
