// Reads request bodies within limits on size, time and memory.
#include <algorithm>
#include <boost/beast/http/read.hpp>
#include <utility>

#include "regard/base/str.h"
#include "serve/http_session.h"
#include "serve/memory_limits.h"

namespace regard::serve {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;

constexpr size_t kSlowest = size_t{128} << 10;  // minimum bytes of a body per second
constexpr size_t kOfField = 4;                  // minimum bytes around a field's name and value

}  // namespace

void HttpSession::check_head() {
  const auto& head = parser_->get();
  if (head.version() == kHttp11 && head.count(http::field::host) != 1) {
    return refuse(400, "a request must have exactly one Host header");
  }
  const auto coding = head[http::field::transfer_encoding];
  if (head.count(http::field::transfer_encoding) > 0 && !beast::iequals(coding, "chunked")) {
    return refuse(501, "the only supported transfer coding is chunked");
  }
  // The parser reserves memory for the whole body.
  const size_t length = parser_->content_length().value_or(0);
  limit_body();
  body_begun_ = std::chrono::steady_clock::now();
  if (length > most_body_bytes_) return refuse(http::error::body_limit);
  if (length > kMostBuffered && !has_address_space(2 * length)) return refuse_for_now();
  const bool expects = beast::iequals(head[http::field::expect], "100-continue");
  if (!expects || head.version() != kHttp11) return read_body();
  write_continue([self = shared_from_this()] { self->read_body(); });
}

void HttpSession::limit_body() {
  HttpRequest request;
  read_target(request);
  most_body_bytes_ = shared_.body_limit(std::move(request));
  parser_->body_limit(most_body_bytes_);
}

/// The time by which the body must be complete, given the bytes announced or received so far.
std::chrono::steady_clock::time_point HttpSession::end_of_body_time() const {
  const auto bytes = static_cast<size_t>(parser_->content_length().value_or(body_bytes_));
  return body_begun_ + shared_.limits.request + std::chrono::milliseconds(1000 * bytes / kSlowest);
}

/// Ends reading at end_of_body_time(). The stream's own time limit would close the connection
/// without an answer.
void HttpSession::limit_body_time() {
  body_timer_.expires_at(end_of_body_time());
  body_timer_.async_wait([self = shared_from_this()](Error error) {
    if (error || !self->is_reading_body_) return;
    if (std::chrono::steady_clock::now() < self->end_of_body_time()) {
      return self->limit_body_time();
    }
    self->is_late_ = true;
    self->stream_.cancel();
  });
}

void HttpSession::end_reading() {
  is_reading_body_ = false;
  body_timer_.cancel();
}

void HttpSession::read_body() {
  if (parser_->is_done()) {
    end_reading();
    forget_body();
    return has_few_fields() ? hand_over() : refuse(http::error::header_limit);
  }
  if (!std::exchange(is_reading_body_, true)) {
    is_late_ = false;
    stream_.expires_never();
    limit_body_time();
  }
  http::async_read_some(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](Error error, size_t) { self->go_on_with_body(error); });
}

void HttpSession::go_on_with_body(Error error) {
  const bool fits = count_body(), is_late = is_late_ && !parser_->is_done();
  if (!error && fits && !is_late) return read_body();
  end_reading();
  if (is_late) {
    return refuse(408, str("the request did not arrive in time: send at least ", kSlowest >> 10U,
                           " KiB of its body per second"));
  }
  return error ? refuse(error) : refuse_for_now();
}

/// Counts the body's bytes. False if the bodies of all connections together are too large.
bool HttpSession::count_body() {
  const size_t bytes = parser_->get().body().size();
  shared_.body_bytes += bytes - body_bytes_;
  body_bytes_ = bytes;
  return shared_.body_bytes <= shared_.limits.all_body_bytes;
}

void HttpSession::forget_body() { shared_.body_bytes -= std::exchange(body_bytes_, 0); }

/// Whether all header fields fit the limit, including those that follow a chunked body.
bool HttpSession::has_few_fields() const {
  size_t bytes = 0;
  for (const auto& field : parser_->get()) {
    bytes += field.name_string().size() + field.value().size() + kOfField;
  }
  return bytes <= shared_.limits.header_bytes;
}

}  // namespace regard::serve
