#pragma once
#include <gtest/gtest.h>

#include <cstddef>
#include <exception>
#include <latch>
#include <thread>
#include <vector>

namespace regard::test {

/// As many as a server has for its clients.
inline constexpr size_t kThreads = 8;

/// Calls work(thread), 0 to kThreads - 1, in as many threads, which begin at the same moment.
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
