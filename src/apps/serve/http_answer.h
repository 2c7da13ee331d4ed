#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "serve/http_message.h"

namespace regard::serve {

class HttpSession;

/// The answer to one request, passed from any thread to the connection's thread.
class HttpAnswer final : public Responder {
 public:
  struct Kind {
    std::string request_id;
    bool is_head;     ///< the request is HEAD: the answer has no body
    bool is_chunked;  ///< the client reads chunks: HTTP/1.1
  };
  HttpAnswer(std::shared_ptr<HttpSession> session, Kind kind);
  ~HttpAnswer() override;
  HttpAnswer(const HttpAnswer&) = delete;
  HttpAnswer& operator=(const HttpAnswer&) = delete;

  void send(HttpResponse response) override;
  void begin(HttpResponse head) override;
  bool write(std::string part) override;
  bool is_taken(std::function<void()> then) override;
  void end(bool closes) override;

  // Called by the session.
  void was_written();
  void client_is_gone();

 private:
  std::string head_of(const HttpResponse& response, bool has_length) const;
  void pass_on(std::vector<std::string> parts, bool is_last,
               std::shared_ptr<const void> memory = {});
  void continue_if_taken(std::unique_lock<std::mutex> lock);

  std::shared_ptr<HttpSession> session_;
  Kind kind_;
  bool has_begun_ = false, has_ended_ = false;
  std::mutex mutex_;
  std::function<void()> then_;  // called when the client has the answer
  size_t unwritten_ = 0;        // number of parts
  bool is_gone_ = false;
};

}  // namespace regard::serve
