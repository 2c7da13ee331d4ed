#include "serve/client.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "base/digest.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"
#include "serve/request_body.h"
#include "text/line_reader.h"

namespace regard::serve {
namespace {

/// Maximum size of an address: 45 characters and a zone.
constexpr size_t kLongest = 64;

/// Removes the port from "203.0.113.7:4711" or "[2001:db8::1]:4711"; "2001:db8::1" has none.
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

namespace {

/// The element of a list that the proxy nearest to the client wrote.
std::string_view first_element(std::string_view list) {
  return trimmed(list.substr(0, list.find(',')));
}

bool consists_of(std::string_view text, std::string_view marks) {
  return std::ranges::all_of(text, [&](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || marks.find(c) != std::string_view::npos;
  });
}

bool is_scheme(std::string_view text) { return text == "http" || text == "https"; }
bool is_host(std::string_view text) { return !text.empty() && consists_of(text, ".-_:[]"); }
bool is_prefix(std::string_view text) {
  return text.starts_with('/') && consists_of(text, "/-._~") &&
         text.find("//") == std::string_view::npos;
}

/// A parameter of the header Forwarded (RFC 7239); empty if there is none.
std::string forwarded(const HttpRequest& request, const std::string& name) {
  const auto element = first_element(request.header("Forwarded"));
  const auto header = header_value(str("forwarded;", element));
  if (element.empty() || !header) return {};
  const auto found = header->parameters.find(name);
  return found == header->parameters.end() ? std::string() : found->second;
}

/// The first value that `fits`: the one in Forwarded, or else the one in an older proxy header.
template <class Fits>
std::string said(const HttpRequest& request, const std::string& parameter, std::string_view name,
                 const Fits& fits) {
  for (const auto& value :
       {forwarded(request, parameter), std::string(first_element(request.header(name)))}) {
    if (fits(value)) return value;
  }
  return {};
}

/// The port in X-Forwarded-Port; empty if the host has a port or if it is the scheme's default.
std::string port_of(const HttpRequest& request, std::string_view host, std::string_view scheme) {
  constexpr size_t kMostDigits = 5;
  const auto port = std::string(first_element(request.header("X-Forwarded-Port")));
  const bool is_port = !port.empty() && port.size() <= kMostDigits && port != "0" &&
                       std::ranges::all_of(port, is_ascii_digit);
  const bool has_port = host.find(':', host.rfind(']') + 1) != std::string_view::npos;
  if (!is_port || has_port || port == (scheme == "https" ? "443" : "80")) return {};
  return ":" + port;
}

}  // namespace

std::string forwarded_prefix(const HttpRequest& request) {
  auto prefix = std::string(first_element(request.header("X-Forwarded-Prefix")));
  if (prefix.ends_with('/')) prefix.pop_back();
  return is_prefix(prefix) ? prefix : std::string();
}

std::string public_address(const HttpRequest& request, std::string_view prefix) {
  const auto before = forwarded_prefix(request);
  auto host = said(request, "host", "X-Forwarded-Host", is_host);
  if (host.empty()) host = std::string(request.header("Host"));
  if (host.empty()) return str(before, prefix);
  auto scheme = said(request, "proto", "X-Forwarded-Proto",
                     [](const std::string& text) { return is_scheme(lower_ascii(text)); });
  scheme = scheme.empty() ? "http" : lower_ascii(scheme);
  return str(scheme, "://", host, port_of(request, host, scheme), before, prefix);
}

namespace {

constexpr size_t kDigits = 64;

/// Compares two texts in a time that does not depend on where they differ.
bool is_same(std::string_view one, std::string_view other) {
  unsigned difference = one.size() == other.size() ? 0U : 1U;
  for (size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
    difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  }
  return difference == 0;
}

ApiKeys::Key key_of(const std::string& line, const std::string& where) {
  std::istringstream words(line);
  ApiKeys::Key key;
  std::string limit, more;
  words >> key.hash >> key.name >> limit >> more;
  const bool is_hash = key.hash.size() == kDigits &&
                       key.hash.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!is_hash || key.name.empty() || !more.empty()) {
    throw Error("must be HASH NAME or HASH NAME REQUESTS_PER_MINUTE", where,
                "compute HASH with: printf %s KEY | sha256sum");
  }
  if (limit.empty()) return key;
  key.per_minute = config::parse_double(limit);
  if (!key.per_minute || *key.per_minute <= 0.0) {
    throw Error(
        str("the number of requests per minute is ", limit, ", but must be a number above 0"),
        where);
  }
  return key;
}

}  // namespace

ApiKeys ApiKeys::load(const std::string& path) {
  ApiKeys keys;
  text::LineReader reader(path);
  int64_t number = 0;
  for (std::string line; reader.next(line);) {
    ++number;
    const auto content = trimmed(line);
    if (content.empty() || content.front() == '#') continue;
    keys.keys_.push_back(key_of(std::string(content), str(path, ":", number)));
  }
  return keys;
}

const ApiKeys::Key* ApiKeys::find(std::string_view key) const {
  const auto hash = sha256(key);
  const Key* found = nullptr;
  for (const auto& known : keys_) {
    if (is_same(known.hash, hash)) found = &known;
  }
  return found;
}

}  // namespace regard::serve
