#pragma once
#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "serve/http_answer.h"
#include "serve/http_message.h"
#include "serve/http_server.h"

namespace regard::serve {

class HttpSession;

/// State shared by the connections of a server. Used only in the thread of HttpServer::run().
struct HttpConnections {
  HttpLimits limits;
  HttpServer::Handler handler;
  /// Called before an answer to a request that is not HTTP, or is too large, is sent.
  HttpServer::RefusalHandler refused;
  HttpServer::BodyLimit body_limit = {};
  bool is_draining = false;
  size_t body_bytes = 0;              ///< bytes received for incomplete requests
  std::list<HttpSession*> idle = {};  ///< connections between requests, longest idle first
  std::function<void()> session_has_ended = [] {};
};

/// One connection: reads a request, waits for its answer, and reads the next. Used only in the
/// thread of HttpServer::run().
class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(boost::asio::ip::tcp::socket socket, HttpConnections& shared);
  ~HttpSession();
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;

  void start() { wait_for_request(); }
  /// False for a new connection whose first request may be on its way.
  bool had_time_to_ask() const {
    return has_asked_ || std::chrono::steady_clock::now() - begun_ >= std::chrono::seconds(1);
  }
  /// Closes a connection between requests, unless a request has arrived.
  void close_if_idle();

  /// Writes parts of the answer, whose last part ends it. `memory` is kept until they are written.
  void write(std::vector<std::string> parts, bool is_last, std::shared_ptr<const void> memory = {});
  /// Closes the connection in the middle of an answer.
  void cut() { close(); }
  bool keeps_alive() const { return keeps_alive_; }
  void close_after_answer() { keeps_alive_ = false; }
  int descriptor() { return stream_.socket().native_handle(); }
  boost::asio::any_io_executor executor() { return stream_.get_executor(); }

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
  using Error = boost::system::error_code;

  static constexpr size_t kMostBuffered = size_t{64} << 10;
  static constexpr unsigned kHttp11 = 11;

  void wait_for_request();
  void read_head();
  bool skip_empty_line();
  void parse_head();
  void read_more_of_head();
  void check_head();
  void limit_body();
  void read_body();
  void go_on_with_body(Error error);
  std::chrono::steady_clock::time_point end_of_body_time() const;
  void limit_body_time();
  void end_reading();
  bool count_body();
  void forget_body();
  bool has_few_fields() const;
  void read_target(HttpRequest& request) const;
  void hand_over();
  void watch_client();
  void look_later();
  void look_at_client();
  void write_continue(const std::function<void()>& then);
  void refuse(int status, const std::string& text);
  void refuse_for_now() { refuse(503, "too many requests; try again later"); }
  void refuse(Error error);
  void write_next();
  void end_answer();
  void linger(size_t most_bytes);
  void close();
  void leave_idle() {
    if (idle_) shared_.idle.erase(*idle_);
    idle_.reset();
  }

  HttpConnections& shared_;
  boost::beast::tcp_stream stream_;
  std::string address_;
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  /// Called for each chunk of the body; the parser has a reference to it.
  std::function<void(uint64_t, boost::beast::string_view, Error&)> see_chunk_;
  size_t bytes_of_extensions_ = 0;
  size_t most_body_bytes_ = shared_.limits.body_bytes;  // limit for this request
  size_t body_bytes_ = 0;                               // its share of shared_.body_bytes
  std::optional<std::list<HttpSession*>::iterator> idle_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  bool has_asked_ = false;
  std::weak_ptr<HttpAnswer> answer_;  // the current answer, while it may still be written
  std::stop_source gone_{std::nostopstate};
  std::deque<std::string> parts_;
  std::shared_ptr<const void> memory_;  // memory charged for the answer
  boost::asio::steady_timer look_;
  boost::asio::steady_timer body_timer_;
  std::chrono::steady_clock::time_point body_begun_;
  bool may_skip_line_ = true;  // an empty line may precede the request
  bool is_reading_body_ = false, is_late_ = false;
  bool is_writing_ = false, is_last_ = false, is_closed_ = false, is_watching_ = false;
  bool is_answering_ = false, may_continue_ = false;
  int looks_at_end_ = 0;  // number of checks that found a possible end
  std::atomic<bool> keeps_alive_{true};
};

}  // namespace regard::serve
