#include "serve/public_address.h"

#include <algorithm>

#include "base/ascii.h"
#include "regard/base/str.h"
#include "serve/header_parameters.h"

namespace regard::serve {
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

/// The value in Forwarded, or else in a header of older proxies, if it `fits`.
template <class Fits>
std::string said(const HttpRequest& request, const std::string& parameter, std::string_view name,
                 const Fits& fits) {
  for (const auto& value :
       {forwarded(request, parameter), std::string(first_element(request.header(name)))}) {
    if (fits(value)) return value;
  }
  return {};
}

/// X-Forwarded-Port if the host lacks a port and the scheme has another by default.
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

std::string public_address(const HttpRequest& request, std::string_view prefix) {
  auto before = std::string(first_element(request.header("X-Forwarded-Prefix")));
  if (before.ends_with('/')) before.pop_back();
  if (!is_prefix(before)) before.clear();
  auto host = said(request, "host", "X-Forwarded-Host", is_host);
  if (host.empty()) host = std::string(request.header("Host"));
  if (host.empty()) return str(before, prefix);
  auto scheme = said(request, "proto", "X-Forwarded-Proto",
                     [](const std::string& text) { return is_scheme(lower_ascii(text)); });
  scheme = scheme.empty() ? "http" : lower_ascii(scheme);
  return str(scheme, "://", host, port_of(request, host, scheme), before, prefix);
}

}  // namespace regard::serve
