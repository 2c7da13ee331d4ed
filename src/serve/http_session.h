#pragma once
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
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

/// What the connections of a server share. For the thread of HttpServer::run().
struct HttpConnections {
  HttpLimits limits;
  HttpServer::Handler handler;
  bool is_draining = false;
  std::list<HttpSession*> idle = {};  ///< between requests, the one that has waited longest first
  std::function<void()> session_has_ended = [] {};
};

/// One connection: reads a request, waits for its answer, and reads the next. For the thread of
/// HttpServer::run().
class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(boost::asio::ip::tcp::socket socket, HttpConnections& shared);
  ~HttpSession();
  HttpSession(const HttpSession&) = delete;
  HttpSession& operator=(const HttpSession&) = delete;

  void start() { wait_for_request(); }
  /// Ends a connection between requests, unless a request has arrived.
  void close_if_idle();

  /// Writes parts of the answer; the last one ends it.
  void write(std::vector<std::string> parts, bool is_last);
  /// Ends the connection in the middle of an answer.
  void cut() { close(); }
  bool keeps_alive() const { return keeps_alive_; }
  boost::asio::any_io_executor executor() { return stream_.get_executor(); }

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
  using Error = boost::system::error_code;

  void wait_for_request();
  void read_head();
  void read_body();
  void hand_over();
  void watch_client();
  void refuse(int status, const std::string& text);
  void refuse(Error error);
  void write_next();
  void end_answer();
  void linger(size_t most_bytes);
  void close();
  void leave_idle();

  HttpConnections& shared_;
  boost::beast::tcp_stream stream_;
  std::string address_;
  boost::beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  std::optional<std::list<HttpSession*>::iterator> idle_;
  std::weak_ptr<HttpAnswer> answer_;  // its own, as long as somebody may write it
  std::stop_source gone_{std::nostopstate};
  std::deque<std::string> parts_;
  bool is_writing_ = false, is_last_ = false, is_closed_ = false, is_watching_ = false;
  bool keeps_alive_ = true;
};

}  // namespace regard::serve
