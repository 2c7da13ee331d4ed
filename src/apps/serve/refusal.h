#pragma once
#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "serve/http_message.h"

namespace regard::serve {

/// A request that gets no translation, and why: each face says it in its own way.
class Refusal : public std::exception {
 public:
  Refusal(int status, std::string text, std::optional<std::chrono::milliseconds> retry_after = {})
      : status_(status), text_(std::move(text)), retry_after_(retry_after) {}

  int status() const { return status_; }
  const char* what() const noexcept override { return text_.c_str(); }
  const std::optional<std::chrono::milliseconds>& retry_after() const { return retry_after_; }
  /// With a header that says what would be taken: `Allow` (405), `Accept-Encoding` (415).
  Refusal with(Header header) && {
    headers_.push_back(std::move(header));
    return std::move(*this);
  }
  const std::vector<Header>& headers() const { return headers_; }

 private:
  int status_;
  std::string text_;
  std::optional<std::chrono::milliseconds> retry_after_;
  std::vector<Header> headers_ = {};
};

/// The client went away: there is nobody to answer.
struct ClientGone : std::exception {
  const char* what() const noexcept override { return "the client is gone"; }
};

}  // namespace regard::serve
