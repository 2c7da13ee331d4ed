#include "serve/forwarded_address.h"

#include <algorithm>

#include "base/ascii.h"

namespace regard::serve {
namespace {

/// An address has at most 45 characters, and a zone.
constexpr size_t kLongest = 64;

/// "203.0.113.7:4711", "[2001:db8::1]:4711", "2001:db8::1"
std::string_view without_port(std::string_view address) {
  if (address.starts_with('[')) {
    const auto end = address.find(']');
    return end == std::string_view::npos ? address.substr(1) : address.substr(1, end - 1);
  }
  return std::ranges::count(address, ':') == 1 ? address.substr(0, address.find(':')) : address;
}

std::string_view without_quotes(std::string_view text) {
  const bool is_quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

std::string forwarded_address(const HttpRequest& request) {
  const auto forwarded = request.last_header("X-Forwarded-For");
  const auto last = trimmed(forwarded.substr(forwarded.rfind(',') + 1));
  const auto address = without_port(without_quotes(last)).substr(0, kLongest);
  return address.empty() ? request.address : std::string(address);
}

}  // namespace regard::serve
