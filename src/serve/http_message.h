#pragma once
#include <chrono>
#include <memory>
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
  std::string address = {};  ///< of the client, without its port
  std::string id = {};       ///< X-Request-Id: the client's, or a new one
  std::chrono::steady_clock::time_point received = std::chrono::steady_clock::now();
  std::stop_token gone = {};  ///< requested once the client has gone away

  /// The value of the first header of this name, in any case; empty if there is none.
  std::string_view header(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  std::vector<Header> headers = {};
};

/// Where the answer to a request goes. Functions may be called by any thread, but one at a time:
/// send() once; or begin(), write() as often as there is something, and end().
class Responder {
 public:
  virtual ~Responder() = default;
  virtual void send(HttpResponse response) = 0;
  /// An answer that comes in parts. The body of `head` is the first of them.
  virtual void begin(HttpResponse head) = 0;
  /// Waits while the client is slower than the answer. False: it is gone.
  virtual bool write(std::string part) = 0;
  virtual void end() = 0;
};

}  // namespace regard::serve
