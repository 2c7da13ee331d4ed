#pragma once
#include <gtest/gtest.h>

#include <cstddef>
#include <exception>
#include <latch>
#include <thread>
#include <vector>

namespace regard::test {

/// The number of threads that a server has for its clients.
inline constexpr size_t kThreads = 8;

/// Calls work(thread) for 0 to kThreads - 1, each in its own thread; all start at once.
/// A thread that throws fails the test.
template <class Work>
void together(const Work& work) {
  std::latch begin(static_cast<std::ptrdiff_t>(kThreads));
  std::vector<std::jthread> threads;
  for (size_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      begin.arrive_and_wait();
      try {
        work(thread);
      } catch (const std::exception& error) {
        ADD_FAILURE() << "thread " << thread << ": " << error.what();
      }
    });
  }
}

}  // namespace regard::test
