#pragma once
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regard::serve {

struct Header {
  std::string name;
  std::string value;
};

struct HttpRequest {
  std::string method;
  std::string path;        ///< as received, without the query
  std::string query = {};  ///< what follows the question mark
  std::vector<Header> headers = {};
  std::string body = {};
  std::string address = {};  ///< address of the client, without its port
  std::string id = {};       ///< X-Request-Id: the client's, or a new one
  std::chrono::steady_clock::time_point received = std::chrono::steady_clock::now();
  std::stop_token gone = {};  ///< requested when the client disconnects
  /// The request's share of the memory for requests, held until the request is answered.
  std::shared_ptr<const void> memory = {};

  /// The value of the first header with this name, ignoring case; empty if there is none.
  std::string_view header(std::string_view name) const;
  /// The value of the last header with this name, ignoring case; empty if there is none.
  std::string_view last_header(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  std::vector<Header> headers = {};
  /// If set, the answer continues in parts: each call returns the next one, or nullopt at the end.
  /// Called by one thread at a time, after the client has received the previous part.
  std::function<std::optional<std::string>()> next_part = {};
  /// The part with which an answer in parts reports why it ends early.
  std::function<std::string(const std::string& why)> error_part = {};
  /// Memory charged for the answer until the client has received it.
  std::shared_ptr<const void> memory = {};
};

/// Receives the answer to a request. Any thread may call its functions, one at a time: either
/// send() once, or begin(), then write() any number of times, then end(). None of them blocks.
class Responder {
 public:
  virtual ~Responder() = default;
  virtual void send(HttpResponse response) = 0;
  /// Begins an answer in parts. The body of `head` is the first part.
  virtual void begin(HttpResponse head) = 0;
  /// Sends a part. False if the client has disconnected.
  virtual bool write(std::string part) = 0;
  /// True if the client has received enough for another part to be written, or has disconnected.
  /// Otherwise, `then` is called on the connections' thread once that is the case.
  virtual bool is_taken(std::function<void()> then) = 0;
  /// Ends the answer. `closes`: also closes the connection, because something went wrong.
  virtual void end(bool closes = false) = 0;
};

/// A request that is not translated, and why. Each API has its own format for refusals.
class Refusal : public std::exception {
 public:
  Refusal(int status, std::string text, std::optional<std::chrono::milliseconds> retry_after = {})
      : status_(status), text_(std::move(text)), retry_after_(retry_after) {}

  int status() const { return status_; }
  const char* what() const noexcept override { return text_.c_str(); }
  const std::optional<std::chrono::milliseconds>& retry_after() const { return retry_after_; }
  /// Adds a header that lists what is accepted: `Allow` (405) or `Accept-Encoding` (415).
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

/// A refusal (400) from code that several APIs share. LibreTranslate's API adds a prefix to it.
struct InvalidRequest : Refusal {
  explicit InvalidRequest(std::string text) : Refusal(400, std::move(text)) {}
};

/// The refusal of a request without the key that it needs.
struct MissingKey : Refusal {
  MissingKey() : Refusal(403, "Please contact the server operator to get an API key") {}
};

/// The client has disconnected, so no answer is needed.
struct ClientGone : std::exception {
  const char* what() const noexcept override { return "the client disconnected"; }
};

}  // namespace regard::serve

/// Properties of a request's head that the parser does not provide.
namespace regard::serve {

/// Whether a line of a head continues on the next one. The parser joins such lines silently; other
/// parsers do not (RFC 9112, 5.2).
bool is_folded(std::string_view text);

/// Path and query of a target, without the scheme and host that are sent to proxies (RFC 9112,
/// 3.2.2). A parsed target has no null bytes; the readers must check everything else.
std::pair<std::string, std::string> path_and_query(std::string_view target);

/// Whether a client's X-Request-Id may be echoed.
bool is_sane_request_id(std::string_view id);
std::string new_request_id();

}  // namespace regard::serve

/// Request headers that have the same meaning on every path.
namespace regard::serve {

/// Throws Refusal for headers that cannot be honored: a compressed body (415), an invalid timeout
/// (400).
void check_head(const HttpRequest& request);

/// The milliseconds in X-Timeout-Ms; nullopt without the header. Throws Refusal (400) unless it is
/// an integer from 1 to bounds::kTimeoutMs.
std::optional<int64_t> timeout_of_head(const HttpRequest& request);

}  // namespace regard::serve
