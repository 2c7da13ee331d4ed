#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <string>

namespace regard::test {

/// A client's connection to a local server.
class HttpClient {
 public:
  explicit HttpClient(uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_connected_ =
        ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
    const timeval timeout{.tv_sec = 5, .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
  }
  ~HttpClient() { ::close(socket_); }
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  bool is_connected() const { return is_connected_; }
  void send(const std::string& bytes) const {
    ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }
  /// Sends without waiting for a server that does not read.
  void send_what_fits(const std::string& bytes) const {
    ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  /// Closes the connection for sending.
  void end_side() const { ::shutdown(socket_, SHUT_WR); }
  /// Receives until `end` has arrived, or the server closes the connection.
  std::string receive(const std::string& end = "") {
    std::string bytes;
    char some[4096];
    while (end.empty() || bytes.find(end) == std::string::npos) {
      const auto count = ::recv(socket_, some, sizeof(some), 0);
      if (count <= 0) break;
      bytes.append(some, static_cast<size_t>(count));
    }
    return bytes;
  }

 private:
  int socket_;
  bool is_connected_ = false;
};

}  // namespace regard::test
