#pragma once
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <thread>
#include <vector>

#include "base/log.h"
#include "base/process.h"
#include "parallel/group.h"

namespace regard::test {

/// A port without a listener.
inline int64_t free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  const bool known =
      ::bind(socket, generic, size) == 0 && ::getsockname(socket, generic, &size) == 0;
  ::close(socket);
  if (!known) throw std::runtime_error("no free port");
  return ntohs(address.sin_port);
}

inline parallel::Launch launch_of(int64_t rank, int64_t size, int64_t port) {
  parallel::Launch launch;
  launch.rank = rank;
  launch.size = size;
  launch.host = "127.0.0.1";
  launch.port = port;
  launch.join_seconds = 20;
  return launch;
}

/// Runs `work` as each of the `size` processes of a job, here as threads.
inline void as_processes(int64_t size, const std::function<void(parallel::Group&)>& work) {
  const auto port = free_port();
  set_quiet(true);
  let_writes_fail();  // as in the program: writing to an exited process must not end the writer
  std::vector<std::thread> threads;
  for (int64_t rank = 0; rank < size; ++rank) {
    threads.emplace_back([&, rank] {
      try {
        const auto group = parallel::join(launch_of(rank, size, port));
        work(*group);
        group->leave();
      } catch (const std::exception& error) {
        ADD_FAILURE() << "rank " << rank << ": " << error.what();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  set_quiet(false);
}

}  // namespace regard::test
