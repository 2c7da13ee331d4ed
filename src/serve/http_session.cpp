#include "serve/http_session.h"

#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <cctype>
#include <random>
#include <sstream>
#include <utility>

#include "regard/base/ascii.h"
#include "regard/base/str.h"

namespace regard::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

/// Of a client that is refused while it still sends: what is read and dropped, so that the answer
/// reaches it.
constexpr size_t kMostDropped = size_t{4} << 20;
constexpr std::chrono::seconds kLinger(2);
constexpr size_t kFirstBytes = 512;
constexpr size_t kMostBuffered = size_t{64} << 10;
constexpr size_t kLongestId = 64;

bool is_sane_id(std::string_view id) {
  return !id.empty() && id.size() <= kLongestId && std::ranges::all_of(id, [](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || c == '-' || c == '_' || c == '.';
  });
}

std::string new_id() {
  static const uint64_t kStart = std::random_device{}();
  static std::atomic<uint64_t> count{0};
  std::ostringstream id;
  id << std::hex << kStart << '-' << ++count;
  return id.str();
}

/// Null bytes cannot be in a target that was parsed; the rest of it is for those who read it.
std::pair<std::string, std::string> path_and_query(std::string_view target) {
  const auto mark = target.find('?');
  if (mark == std::string_view::npos) return {std::string(target), {}};
  return {std::string(target.substr(0, mark)), std::string(target.substr(mark + 1))};
}

}  // namespace

HttpSession::HttpSession(asio::ip::tcp::socket socket, HttpConnections& shared)
    : shared_(shared),
      stream_(std::move(socket)),
      buffer_(shared.limits.header_bytes + kMostBuffered) {
  Error error;
  const auto peer = stream_.socket().remote_endpoint(error);
  if (!error) address_ = peer.address().to_string();
  stream_.socket().set_option(asio::ip::tcp::no_delay(true), error);
}

HttpSession::~HttpSession() {
  leave_idle();
  shared_.session_has_ended();
}

void HttpSession::leave_idle() {
  if (idle_) shared_.idle.erase(*idle_);
  idle_.reset();
}

void HttpSession::close() {
  if (std::exchange(is_closed_, true)) return;
  leave_idle();
  gone_.request_stop();
  if (const auto answer = answer_.lock()) answer->client_is_gone();
  Error error;
  stream_.socket().close(error);
}

void HttpSession::close_if_idle() {
  if (!idle_) return;
  Error error;
  if (stream_.socket().available(error) == 0 || error) close();
}

void HttpSession::wait_for_request() {
  parser_.reset();
  if (buffer_.size() > 0) return read_head();  // of a client that does not wait for answers
  buffer_.shrink_to_fit();
  idle_ = shared_.idle.insert(shared_.idle.end(), this);
  stream_.expires_after(shared_.limits.idle);
  stream_.async_read_some(buffer_.prepare(kFirstBytes),
                          [self = shared_from_this()](Error error, size_t bytes) {
                            self->leave_idle();
                            if (error) return self->close();
                            self->buffer_.commit(bytes);
                            self->read_head();
                          });
}

void HttpSession::read_head() {
  parser_.emplace();
  parser_->header_limit(static_cast<uint32_t>(shared_.limits.header_bytes));
  parser_->body_limit(shared_.limits.body_bytes);
  stream_.expires_after(shared_.limits.request);
  http::async_read_header(stream_, buffer_, *parser_,
                          [self = shared_from_this()](Error error, size_t) {
                            if (error) return self->refuse(error);
                            self->read_body();
                          });
}

void HttpSession::read_body() {
  const auto& head = parser_->get();
  if (head.version() == 11 && head.count(http::field::host) != 1) {
    return refuse(400, "a request has one Host header");
  }
  const auto coding = head[http::field::transfer_encoding];
  if (head.count(http::field::transfer_encoding) > 0 && !beast::iequals(coding, "chunked")) {
    return refuse(501, "the only transfer coding that is understood is chunked");
  }
  if (beast::iequals(head[http::field::expect], "100-continue")) {
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(stream_, asio::buffer(kContinue),
                      [self = shared_from_this()](Error error, size_t) {
                        if (error) self->close();
                      });
  }
  http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](Error error, size_t) {
    if (error) return self->refuse(error);
    self->hand_over();
  });
}

void HttpSession::hand_over() {
  stream_.expires_never();
  keeps_alive_ = parser_->keep_alive() && !shared_.is_draining;
  auto message = parser_->release();
  auto request = std::make_shared<HttpRequest>();
  const auto method = message.method_string(), target = message.target();
  request->method.assign(method.data(), method.size());
  std::tie(request->path, request->query) = path_and_query({target.data(), target.size()});
  for (const auto& field : message) {
    const auto name = field.name_string(), value = field.value();
    request->headers.push_back({{name.data(), name.size()}, {value.data(), value.size()}});
  }
  request->body = std::move(message.body());
  request->address = address_;
  const auto id = request->header("X-Request-Id");
  request->id = is_sane_id(id) ? std::string(id) : new_id();
  gone_ = std::stop_source();
  request->gone = gone_.get_token();
  is_last_ = false;
  const auto answer = std::make_shared<HttpAnswer>(
      shared_from_this(), HttpAnswer::Kind{.request_id = request->id,
                                           .is_head = request->method == "HEAD",
                                           .is_chunked = message.version() == 11});
  watch_client();
  answer_ = answer;
  shared_.handler(std::move(request), answer);
}

/// A socket that can be read has the next request, or the client is gone.
void HttpSession::watch_client() {
  if (buffer_.size() > 0) return;
  is_watching_ = true;
  stream_.socket().async_wait(
      asio::ip::tcp::socket::wait_read, [self = shared_from_this()](Error error) {
        self->is_watching_ = false;
        if (error || self->is_closed_) return;
        char byte = 0;
        const auto found =
            ::recv(self->stream_.socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
        if (found > 0 || (found < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))) return;
        self->close();
      });
}

void HttpSession::refuse(Error error) {
  if (error == http::error::body_limit) {
    return refuse(413, str("a request has at most ", shared_.limits.body_bytes, " bytes"));
  }
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return refuse(
        431, str("the headers of a request have at most ", shared_.limits.header_bytes, " bytes"));
  }
  if (error.category() == http::make_error_code(http::error::bad_method).category() &&
      error != http::error::end_of_stream && error != http::error::partial_message) {
    return refuse(400, str("this is not HTTP/1.1: ", error.message()));
  }
  close();
}

/// What it sends next cannot be told from what was refused.
void HttpSession::refuse(int status, const std::string& text) {
  keeps_alive_ = false;
  is_last_ = false;
  const auto answer = std::make_shared<HttpAnswer>(
      shared_from_this(),
      HttpAnswer::Kind{.request_id = new_id(), .is_head = false, .is_chunked = true});
  answer_ = answer;
  answer->send({.status = status, .body = str(R"({"error": ")", text, "\"}")});
}

void HttpSession::write(std::vector<std::string> parts, bool is_last) {
  if (is_closed_ || is_last_) return;
  for (auto& part : parts) parts_.push_back(std::move(part));
  is_last_ = is_last;
  if (is_writing_) return;
  if (is_watching_) stream_.socket().cancel();
  write_next();
}

void HttpSession::write_next() {
  if (parts_.empty()) return is_last_ ? end_answer() : void();
  is_writing_ = true;
  std::vector<asio::const_buffer> buffers;
  for (const auto& part : parts_) buffers.emplace_back(part.data(), part.size());
  stream_.expires_after(shared_.limits.write);
  asio::async_write(stream_, buffers,
                    [self = shared_from_this(), count = buffers.size()](Error error, size_t) {
                      self->is_writing_ = false;
                      if (error) return self->close();
                      for (size_t part = 0; part < count; ++part) {
                        self->parts_.pop_front();
                        if (const auto answer = self->answer_.lock()) answer->was_written();
                      }
                      self->write_next();
                    });
}

void HttpSession::end_answer() {
  if (is_closed_) return;
  if (keeps_alive_ && !shared_.is_draining) return wait_for_request();
  Error error;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, error);
  stream_.expires_after(kLinger);
  linger(kMostDropped);
}

void HttpSession::linger(size_t most_bytes) {
  buffer_.clear();
  stream_.async_read_some(buffer_.prepare(kMostBuffered),
                          [self = shared_from_this(), most_bytes](Error error, size_t bytes) {
                            if (error || bytes >= most_bytes) return self->close();
                            self->linger(most_bytes - bytes);
                          });
}

}  // namespace regard::serve
