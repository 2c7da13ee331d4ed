#include "serve/http_answer.h"

#include <sys/socket.h>

#include <boost/asio/post.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/write.hpp>
#include <ctime>
#include <exception>
#include <sstream>
#include <utility>

#include "serve/http_session.h"

namespace regard::serve {
namespace {

namespace http = boost::beast::http;

/// A chunk of chunked transfer coding (RFC 9112, 7.1).
std::string chunk_of(const std::string& part) {
  std::ostringstream chunk;
  chunk << std::hex << part.size() << "\r\n" << part << "\r\n";
  return chunk.str();
}

/// The time in the format of the header Date (RFC 9110, 5.6.7).
std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[40];
  return {text, std::strftime(text, sizeof(text), "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

}  // namespace

HttpAnswer::HttpAnswer(std::shared_ptr<HttpSession> session, Kind kind)
    : session_(std::move(session)), kind_(std::move(kind)) {}

/// Passes the session to its own thread, on which it must be used and destroyed.
HttpAnswer::~HttpAnswer() {
  const auto descriptor = session_->descriptor();
  try {
    if (!has_ended_ && !has_begun_) {
      send({.status = 503, .body = R"({"error": "memory ran out before there was an answer"})"});
    }
    const auto executor = session_->executor();
    boost::asio::post(executor, [session = std::move(session_), cut = !has_ended_] {
      if (cut) session->cut();
    });
  } catch (const std::exception&) {  // no memory for a message: the client sees the end
    ::shutdown(descriptor, SHUT_RDWR);
  }
}

std::string HttpAnswer::head_of(const HttpResponse& response, bool has_length) const {
  http::response<http::empty_body> head(static_cast<http::status>(response.status), 11);
  if (!response.content_type.empty()) head.set(http::field::content_type, response.content_type);
  for (const auto& [name, value] : response.headers) head.set(name, value);
  head.set(http::field::date, date_now());
  head.set("X-Request-Id", kind_.request_id);
  if (has_length) {
    if (response.status != 204 && response.status != 304) {
      head.set(http::field::content_length, std::to_string(response.body.size()));
    }
  } else if (kind_.is_chunked) {
    head.set(http::field::transfer_encoding, "chunked");
  }
  const bool keeps_alive = session_->keeps_alive() && (has_length || kind_.is_chunked);
  head.set(http::field::connection, keeps_alive ? "keep-alive" : "close");
  std::ostringstream text;
  text << head.base();
  return text.str();
}

void HttpAnswer::pass_on(std::vector<std::string> parts, bool is_last,
                         std::shared_ptr<const void> memory) {
  {
    const std::lock_guard lock(mutex_);
    unwritten_ += parts.size();
  }
  boost::asio::post(session_->executor(), [session = session_, parts = std::move(parts), is_last,
                                           memory = std::move(memory)]() mutable {
    session->write(std::move(parts), is_last, std::move(memory));
  });
}

void HttpAnswer::send(HttpResponse response) {
  has_begun_ = has_ended_ = true;
  std::vector<std::string> parts = {head_of(response, true)};
  if (!kind_.is_head && !response.body.empty()) parts.push_back(std::move(response.body));
  pass_on(std::move(parts), true, std::move(response.memory));
}

void HttpAnswer::begin(HttpResponse head) {
  has_begun_ = true;
  pass_on({head_of(head, false)}, false);
  if (!head.body.empty()) write(std::move(head.body));
}

bool HttpAnswer::write(std::string part) {
  if (!kind_.is_head && !part.empty()) {
    pass_on({kind_.is_chunked ? chunk_of(part) : std::move(part)}, false);
  }
  const std::lock_guard lock(mutex_);
  return !is_gone_;
}

/// True if at most one part is in flight, so that the next one can be made meanwhile.
bool HttpAnswer::is_taken(std::function<void()> then) {
  const std::lock_guard lock(mutex_);
  if (unwritten_ <= 1 || is_gone_) return true;
  then_ = std::move(then);
  return false;
}

void HttpAnswer::end(bool closes) {
  has_ended_ = true;
  std::vector<std::string> parts;
  if (kind_.is_chunked && !kind_.is_head) parts.emplace_back("0\r\n\r\n");
  if (closes) session_->close_after_answer();
  pass_on(std::move(parts), true);
}

void HttpAnswer::continue_if_taken(std::unique_lock<std::mutex> lock) {
  if (unwritten_ > 1 && !is_gone_) return;
  const auto then = std::exchange(then_, nullptr);
  lock.unlock();
  if (then) then();
}

void HttpAnswer::was_written() {
  std::unique_lock lock(mutex_);
  --unwritten_;
  continue_if_taken(std::move(lock));
}

void HttpAnswer::client_is_gone() {
  std::unique_lock lock(mutex_);
  is_gone_ = true;
  continue_if_taken(std::move(lock));
}

}  // namespace regard::serve
