#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace regard::serve {

struct Header {
  std::string name;
  std::string value;
};

struct HttpRequest {
  std::string method;
  std::string path;        ///< as it was sent, without the query
  std::string query = {};  ///< what follows the question mark
  std::vector<Header> headers = {};
  std::string body = {};
  std::string address = {};  ///< address of the client, without its port
  std::string id = {};       ///< X-Request-Id: the client's, or a new one
  std::chrono::steady_clock::time_point received = std::chrono::steady_clock::now();
  std::stop_token gone = {};  ///< requested once the client has gone away
  /// What it takes of the memory for requests, until it is answered.
  std::shared_ptr<const void> memory = {};

  /// The value of the first header of this name, in any case; empty if there is none.
  std::string_view header(std::string_view name) const;
  /// The value of the last one.
  std::string_view last_header(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  std::vector<Header> headers = {};
  /// If there is one, the answer goes on in parts: each call gives what follows, nothing at the
  /// end. It is called by one thread at a time, once the client has taken what came before.
  std::function<std::optional<std::string>()> next_part = {};
  /// How such an answer says why it does not go on.
  std::function<std::string(const std::string& why)> error_part = {};
  /// Memory charged for the answer until the client has received it.
  std::shared_ptr<const void> memory = {};
};

/// Receiver of the answer to a request. Functions may be called by any thread, but one at a time:
/// send() once; or begin(), write() as often as there is something, and end(). None of them waits.
class Responder {
 public:
  virtual ~Responder() = default;
  virtual void send(HttpResponse response) = 0;
  /// An answer that comes in parts. The body of `head` is the first of them.
  virtual void begin(HttpResponse head) = 0;
  /// False: the client is gone.
  virtual bool write(std::string part) = 0;
  /// True: the client has taken what was written, or is gone. Else `then` is called when that is
  /// so, in the thread of the connections.
  virtual bool is_taken(std::function<void()> then) = 0;
  /// `closes`: the connection, too, since something went wrong.
  virtual void end(bool closes = false) = 0;
};

}  // namespace regard::serve
