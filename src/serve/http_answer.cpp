#include "serve/http_answer.h"

#include <boost/asio/post.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/write.hpp>
#include <sstream>
#include <utility>

#include "serve/http_session.h"

namespace regard::serve {
namespace {

namespace http = boost::beast::http;

/// As chunked transfer coding has it (RFC 9112, 7.1).
std::string chunk_of(const std::string& part) {
  std::ostringstream chunk;
  chunk << std::hex << part.size() << "\r\n" << part << "\r\n";
  return chunk.str();
}

}  // namespace

HttpAnswer::HttpAnswer(std::shared_ptr<HttpSession> session, Kind kind)
    : session_(std::move(session)), kind_(std::move(kind)) {}

/// The session is for its own thread, in which it ends, too.
HttpAnswer::~HttpAnswer() {
  if (!has_ended_ && !has_begun_) {
    send({.status = 500, .body = R"({"error": "the request got no answer"})"});
  }
  const auto executor = session_->executor();
  boost::asio::post(executor, [session = std::move(session_), cut = !has_ended_] {
    if (cut) session->cut();
  });
}

std::string HttpAnswer::head_of(const HttpResponse& response, bool has_length) const {
  http::response<http::empty_body> head(static_cast<http::status>(response.status), 11);
  if (!response.content_type.empty()) head.set(http::field::content_type, response.content_type);
  for (const auto& [name, value] : response.headers) head.set(name, value);
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

void HttpAnswer::pass_on(std::vector<std::string> parts, bool is_last) {
  {
    const std::lock_guard lock(mutex_);
    unwritten_ += parts.size();
  }
  boost::asio::post(session_->executor(),
                    [session = session_, parts = std::move(parts), is_last]() mutable {
                      session->write(std::move(parts), is_last);
                    });
}

void HttpAnswer::send(HttpResponse response) {
  has_begun_ = has_ended_ = true;
  std::vector<std::string> parts = {head_of(response, true)};
  if (!kind_.is_head && !response.body.empty()) parts.push_back(std::move(response.body));
  pass_on(std::move(parts), true);
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
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return unwritten_ <= 1 || is_gone_; });
  return !is_gone_;
}

void HttpAnswer::end() {
  has_ended_ = true;
  std::vector<std::string> parts;
  if (kind_.is_chunked && !kind_.is_head) parts.emplace_back("0\r\n\r\n");
  pass_on(std::move(parts), true);
}

void HttpAnswer::was_written() {
  {
    const std::lock_guard lock(mutex_);
    --unwritten_;
  }
  changed_.notify_all();
}

void HttpAnswer::client_is_gone() {
  {
    const std::lock_guard lock(mutex_);
    is_gone_ = true;
  }
  changed_.notify_all();
}

}  // namespace regard::serve
