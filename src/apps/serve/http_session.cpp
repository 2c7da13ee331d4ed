#include "serve/http_session.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/write.hpp>
#include <utility>

#include "regard/base/str.h"
#include "serve/http_message.h"

namespace regard::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

/// Maximum bytes dropped from a rejected client that still sends, so that it receives the answer.
constexpr size_t kMostDropped = size_t{64} << 20;
constexpr std::chrono::seconds kLinger(2);
constexpr size_t kFirstBytes = 512;
/// Interval between checks for a disconnected client, and number of checks before a probe.
constexpr std::chrono::milliseconds kLook(5);
constexpr int kLooksAtEnd = 3;
/// Unread bytes that may hide a disconnect, because they may fill the client's window.
constexpr size_t kHidesEnd = size_t{32} << 10;

}  // namespace

HttpSession::HttpSession(asio::ip::tcp::socket socket, HttpConnections& shared)
    : shared_(shared),
      stream_(std::move(socket)),
      buffer_(shared.limits.header_bytes + kMostBuffered),
      look_(stream_.get_executor()),
      body_timer_(stream_.get_executor()) {
  see_chunk_ = [this](uint64_t, beast::string_view extensions, Error& chunk_error) {
    bytes_of_extensions_ += extensions.size();
    if (bytes_of_extensions_ > shared_.limits.header_bytes) {
      chunk_error = http::error::header_limit;
    }
  };
  Error error;
  const auto peer = stream_.socket().remote_endpoint(error);
  if (!error) address_ = peer.address().to_string();
  stream_.socket().set_option(asio::ip::tcp::no_delay(true), error);
}

HttpSession::~HttpSession() {
  forget_body();
  leave_idle();
  shared_.session_has_ended();
}

void HttpSession::close() {
  if (std::exchange(is_closed_, true)) return;
  leave_idle();
  is_answering_ = false;
  look_.cancel();
  body_timer_.cancel();
  memory_.reset();
  gone_.request_stop();
  if (const auto answer = answer_.lock()) answer->client_is_gone();
  Error error;
  stream_.socket().close(error);
}

void HttpSession::close_if_idle() {
  if (!idle_) return;
  Error error;
  if (stream_.socket().available(error) > 0 && !error) return;
  leave_idle();
  stream_.cancel();  // a request that has been read, but not yet handled, is answered
}

void HttpSession::wait_for_request() {
  parser_.reset();
  if (buffer_.size() > 0) return read_head();  // the client pipelines requests
  buffer_.shrink_to_fit();
  idle_ = shared_.idle.insert(shared_.idle.end(), this);
  stream_.expires_after(shared_.limits.idle);
  stream_.async_read_some(buffer_.prepare(kFirstBytes),
                          [self = shared_from_this()](Error error, size_t bytes) {
                            self->leave_idle();
                            if (error) return self->close();
                            self->has_asked_ = true;
                            self->buffer_.commit(bytes);
                            self->read_head();
                          });
}

void HttpSession::read_head() {
  parser_.emplace();
  parser_->header_limit(static_cast<uint32_t>(shared_.limits.header_bytes));
  most_body_bytes_ = shared_.limits.body_bytes;
  parser_->body_limit(boost::none);  // until the path is known
  parser_->on_chunk_header(see_chunk_);
  may_skip_line_ = true;
  bytes_of_extensions_ = 0;
  stream_.expires_after(shared_.limits.request);
  parse_head();
}

/// Drops an empty line before a request, which some clients send after a body (RFC 9112, 2.2).
/// False if no request has begun yet.
bool HttpSession::skip_empty_line() {
  if (!may_skip_line_) return true;
  const std::string_view head(static_cast<const char*>(buffer_.data().data()), buffer_.size());
  if (head == "\r") return false;
  may_skip_line_ = false;
  if (head.starts_with("\r\n")) buffer_.consume(2);
  return buffer_.size() > 0;
}

void HttpSession::parse_head() {
  if (buffer_.size() > 0) {
    if (!skip_empty_line()) {
      const bool waits = buffer_.size() == 0 && !shared_.is_draining;
      return waits ? wait_for_request() : read_more_of_head();
    }
    const auto head = static_cast<const char*>(buffer_.data().data());
    if (is_folded({head, buffer_.size()})) return refuse(400, "a header is folded over two lines");
    Error error;
    buffer_.consume(parser_->put(buffer_.data(), error));
    if (parser_->is_header_done()) return check_head();
    if (error && error != http::error::need_more) return refuse(error);
  }
  read_more_of_head();
}

void HttpSession::read_more_of_head() {
  const size_t free_bytes = std::min(kFirstBytes, buffer_.max_size() - buffer_.size());
  if (free_bytes == 0) return refuse(http::error::header_limit);
  stream_.async_read_some(buffer_.prepare(free_bytes),
                          [self = shared_from_this()](Error error, size_t bytes) {
                            if (error) return self->close();
                            self->buffer_.commit(bytes);
                            self->parse_head();
                          });
}

void HttpSession::write_continue(const std::function<void()>& then) {
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  is_writing_ = true;
  asio::async_write(stream_, asio::buffer(kContinue),
                    [self = shared_from_this(), then](Error error, size_t) {
                      self->is_writing_ = false;
                      if (error) return self->close();
                      then();
                    });
}

void HttpSession::read_target(HttpRequest& request) const {
  const auto method = parser_->get().method_string(), target = parser_->get().target();
  request.method.assign(method.data(), method.size());
  std::tie(request.path, request.query) = path_and_query({target.data(), target.size()});
}

void HttpSession::hand_over() {
  stream_.expires_never();
  keeps_alive_ = parser_->keep_alive() && !shared_.is_draining;
  auto request = std::make_shared<HttpRequest>();
  read_target(*request);
  auto message = parser_->release();
  for (const auto& field : message) {
    const auto name = field.name_string(), value = field.value();
    request->headers.push_back({{name.data(), name.size()}, {value.data(), value.size()}});
  }
  request->body = std::move(message.body());
  request->address = address_;
  const auto id = request->header("X-Request-Id");
  request->id = is_sane_request_id(id) ? std::string(id) : new_request_id();
  gone_ = std::stop_source();
  request->gone = gone_.get_token();
  is_last_ = false;
  looks_at_end_ = 0;
  is_answering_ = true;
  may_continue_ = message.version() == kHttp11;
  const auto answer = std::make_shared<HttpAnswer>(
      shared_from_this(), HttpAnswer::Kind{.request_id = request->id,
                                           .is_head = request->method == "HEAD",
                                           .is_chunked = message.version() == kHttp11});
  watch_client();
  answer_ = answer;
  shared_.handler(std::move(request), answer);
}

/// Waits until the socket is readable: the client sends a request or closes its side.
void HttpSession::watch_client() {
  if (buffer_.size() > 0) return look_later();
  if (std::exchange(is_watching_, true)) return;
  stream_.socket().async_wait(asio::ip::tcp::socket::wait_read,
                              [self = shared_from_this()](Error error) {
                                self->is_watching_ = false;
                                if (!error && self->is_answering_) self->look_at_client();
                              });
}

void HttpSession::look_later() {
  look_.expires_after(kLook);
  look_.async_wait([self = shared_from_this()](Error error) {
    if (!error && self->is_answering_) self->look_at_client();
  });
}

/// Probes a client that has closed its side: it may be gone, or wait for its answer (RFC 9112,
/// 9.6). If it is gone, it answers with a reset. Clients of HTTP/1.1 skip "100 Continue".
void HttpSession::look_at_client() {
  if (is_closed_) return;
  pollfd client = {.fd = descriptor(), .events = POLLRDHUP, .revents = 0};
  ::poll(&client, 1, 0);
  if ((client.revents & (POLLERR | POLLHUP)) != 0) return close();
  const bool has_ended = (client.revents & POLLRDHUP) != 0;
  Error error;
  const bool is_hidden = stream_.socket().available(error) >= kHidesEnd;
  looks_at_end_ = has_ended || is_hidden ? looks_at_end_ + 1 : 0;
  look_later();
  if (looks_at_end_ < kLooksAtEnd || is_writing_ || !may_continue_) return;
  looks_at_end_ = 0;
  may_continue_ = !has_ended;
  write_continue([self = shared_from_this()] { self->write_next(); });
}

void HttpSession::refuse(Error error) {
  if (error == http::error::body_limit) {
    return refuse(413, str("a request may have at most ", most_body_bytes_, " bytes"));
  }
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return refuse(431, str("the headers of a request may have at most ",
                           shared_.limits.header_bytes, " bytes"));
  }
  if (error.category() == http::make_error_code(http::error::bad_method).category() &&
      error != http::error::end_of_stream && error != http::error::partial_message) {
    return refuse(400, str("this is not HTTP/1.1: ", error.message()));
  }
  close();
}

/// Refuses a request and ends the connection, because its further bytes may be part of the request.
void HttpSession::refuse(int status, const std::string& text) {
  keeps_alive_ = false;
  is_last_ = false;
  forget_body();
  HttpRequest request{.method = {}, .path = {}, .address = address_, .id = new_request_id()};
  if (parser_ && !parser_->get().target().empty()) read_target(request);
  const auto answer = std::make_shared<HttpAnswer>(
      shared_from_this(),
      HttpAnswer::Kind{.request_id = request.id, .is_head = false, .is_chunked = true});
  answer_ = answer;
  HttpResponse response{.status = status};
  if (status == 503) response.headers.push_back({"Retry-After", "1"});
  response.body = shared_.refused ? text : str(R"({"error": ")", text, "\"}");
  if (shared_.refused) shared_.refused(response, request);
  answer->send(std::move(response));
}

void HttpSession::write(std::vector<std::string> parts, bool is_last,
                        std::shared_ptr<const void> memory) {
  if (is_closed_ || is_last_) return;
  for (auto& part : parts) parts_.push_back(std::move(part));
  is_last_ = is_last;
  memory_ = std::move(memory);
  may_continue_ = false;
  if (!is_writing_) write_next();
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
                      if (error || self->is_closed_) return self->close();
                      for (size_t part = 0; part < count; ++part) {
                        self->parts_.pop_front();
                        if (const auto answer = self->answer_.lock()) answer->was_written();
                      }
                      self->write_next();
                    });
}

void HttpSession::end_answer() {
  if (is_closed_) return;
  is_answering_ = false;
  look_.cancel();
  memory_.reset();
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
