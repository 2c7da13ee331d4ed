#pragma once
#include <functional>
#include <string>

#include "serve/http_message.h"

namespace regard::serve {

/// A responder for answers that are returned instead of sent.
class NoResponder final : public Responder {
 public:
  void send(HttpResponse) override {}
  void begin(HttpResponse) override {}
  bool write(std::string) override { return true; }
  bool is_taken(std::function<void()>) override { return true; }
  void end(bool) override {}
};

/// The complete answer; adds its number of parts to `parts`.
inline HttpResponse whole(HttpResponse answer, int& parts) {
  try {
    while (answer.next_part) {
      auto part = answer.next_part();
      if (!part) break;
      answer.body += *part;
      ++parts;
    }
  } catch (const Refusal& refusal) {
    answer.body += answer.error_part(refusal.what());
  }
  return answer;
}

}  // namespace regard::serve
