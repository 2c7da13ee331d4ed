#include "base/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

namespace regard {
namespace {

/// A pipe with both ends nonblocking.
class Pipe {
 public:
  Pipe() { EXPECT_EQ(::pipe2(ends_.data(), O_NONBLOCK | O_CLOEXEC), 0); }
  ~Pipe() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int out() const { return ends_[0]; }
  int in() const { return ends_[1]; }

 private:
  std::array<int, 2> ends_ = {};
};

TEST(Descriptor, ThatDoesNotBlockIsWaitedFor) {
  const Pipe pipe;
  const std::string sent(1'000'000, 'x');  // more than the capacity of a pipe
  std::jthread writer([&] { EXPECT_TRUE(write_all(pipe.in(), sent)); });
  std::string received;
  std::array<char, 4096> part = {};
  while (received.size() < sent.size()) {
    const auto count = read_some(pipe.out(), part.data(), part.size());
    ASSERT_GT(count, 0);
    received.append(part.data(), static_cast<size_t>(count));
  }
  EXPECT_EQ(received, sent);
}

TEST(Descriptor, ThatFailsSaysSo) {
  char byte = 0;
  EXPECT_EQ(read_some(-1, &byte, 1), -1);
  EXPECT_FALSE(write_all(-1, "bytes"));
}

}  // namespace
}  // namespace regard
