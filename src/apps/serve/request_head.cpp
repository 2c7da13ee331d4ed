#include "serve/request_head.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"
#include "serve/refusal.h"
#include "serve/request_bounds.h"

namespace regard::serve {
namespace {

constexpr size_t kLongestShown = 40;  // bytes of a client's words in an error

std::string shown(std::string_view text) { return std::string(text.substr(0, kLongestShown)); }

/// A compressed body would be read as if it were not.
void check_coding(const HttpRequest& request) {
  for (const auto& header : request.headers) {
    if (lower_ascii(header.name) != "content-encoding") continue;
    const auto coding = lower_ascii(trimmed(header.value));
    if (coding.empty() || coding == "identity") continue;
    throw Refusal(415, str("Content-Encoding is ", shown(coding),
                           ", but a body must come as it is; send it without compression"))
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
