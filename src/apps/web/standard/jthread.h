#pragma once
// A std::jthread without a stop_token, for the standard library of Emscripten 3.1.6, which has no
// std::jthread.
#include <thread>
#include <utility>
#include <version>
#ifndef __cpp_lib_jthread

namespace std {

class jthread {
 public:
  template <class... Arguments>
  explicit jthread(Arguments&&... arguments) : thread_(std::forward<Arguments>(arguments)...) {}
  jthread(jthread&&) noexcept = default;
  ~jthread() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  thread thread_;
};

}  // namespace std
#endif
