#include "serve/http_message.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <sstream>
#include <string>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"
#include "serve/limits.h"

namespace regard::serve {

namespace {

/// The value of the first header with this name; empty if there is none.
template <class Iterator>
std::string_view value_of(Iterator begin, Iterator end, std::string_view name) {
  const auto found = std::find_if(begin, end, [&](const Header& header) {
    return std::ranges::equal(header.name, name,
                              [](char a, char b) { return lower_ascii(a) == lower_ascii(b); });
  });
  return found == end ? std::string_view() : std::string_view(found->value);
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const {
  return value_of(headers.begin(), headers.end(), name);
}

std::string_view HttpRequest::last_header(std::string_view name) const {
  return value_of(headers.rbegin(), headers.rend(), name);
}

namespace {

constexpr size_t kLongestId = 64;

/// Removes scheme and host from a target, which clients send to proxies (RFC 9112, 3.2.2).
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

namespace {

constexpr size_t kLongestShown = 40;  // bytes of a client's input shown in an error

std::string shown(std::string_view text) { return std::string(text.substr(0, kLongestShown)); }

/// Whether a Content-Encoding leaves the body as it is. Some clients name a character set in it.
bool is_identity(std::string_view coding) {
  static constexpr std::string_view kPlain[] = {
      "",          "identity", "none",    "utf-8",      "utf8",         "us-ascii",   "ascii",
      "utf-8-sig", "latin1",   "latin-1", "iso-8859-1", "windows-1252", "iso-8859-15"};
  return std::ranges::find(kPlain, coding) != std::end(kPlain);
}

/// Throws Refusal (415) for a compressed body, which would be read as if it were plain.
void check_coding(const HttpRequest& request) {
  for (const auto& header : request.headers) {
    if (lower_ascii(header.name) != "content-encoding") continue;
    const auto coding = lower_ascii(trimmed(header.value));
    if (is_identity(coding)) continue;
    throw Refusal(415, str("Content-Encoding is ", shown(coding),
                           ", but bodies must not be encoded; send it without compression"))
        .with({"Accept-Encoding", "identity"});
  }
}

}  // namespace

void check_head(const HttpRequest& request) {
  check_coding(request);
  timeout_of_head(request);
}

std::optional<int64_t> timeout_of_head(const HttpRequest& request) {
  const auto header = request.header("X-Timeout-Ms");
  if (header.empty()) return {};
  const bool has_digits_only = std::ranges::all_of(header, is_ascii_digit);  // no sign
  const auto wanted = has_digits_only ? config::parse_int(header) : std::nullopt;
  if (wanted && *wanted >= 1 && *wanted <= bounds::kTimeoutMs) return wanted;
  throw Refusal(400,
                str("X-Timeout-Ms is ", shown(header),
                    ", but must be a whole number of milliseconds from 1 to ", bounds::kTimeoutMs));
}

}  // namespace regard::serve
