#include "serve/http_server.h"

#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <exception>
#include <list>
#include <optional>
#include <thread>
#include <utility>

#include "base/log.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "serve/http_session.h"

namespace regard::serve {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

/// Descriptors reserved for files, models and standard streams instead of connections; half of all
/// descriptors if there are few.
constexpr size_t kOtherDescriptors = 64;
constexpr std::chrono::milliseconds kBreath(50);

/// The number of connections for which the system provides descriptors, at most `wanted`.
size_t most_connections(size_t wanted) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  const auto all = static_cast<size_t>(limit.rlim_cur);
  return std::clamp<size_t>(all - std::min(kOtherDescriptors, all / 2), 1, wanted);
}

void say_lost(const std::exception& error) noexcept {
  try {
    log_warning("a connection was lost: ", error.what());
  } catch (const std::exception&) {  // no memory for a message
  }
}

}  // namespace

struct HttpServer::Impl {
  Impl(const HttpLimits& limits, Handler handler, RefusalHandler refused)
      : shared{.limits = limits, .handler = std::move(handler), .refused = std::move(refused)},
        work(io.get_executor()) {
    shared.limits.connections = most_connections(limits.connections);
    shared.session_has_ended = [this] {
      --sessions;
      if (shared.is_draining) return end_if_drained();
      if (std::exchange(is_full, false)) accept_again();
    };
  }

  /// Accepts connections again. For a destructor: if memory runs out, run() tries again.
  void accept_again() noexcept {
    try {
      for (auto& acceptor : acceptors) accept(acceptor);
    } catch (const std::exception&) {
      io.stop();  // run() sees is_stuck
    }
  }

  /// Closes the connection that has been idle longest, unless it is so new that its first request
  /// may still be on its way.
  void make_room() {
    if (shared.idle.empty() || !shared.idle.front()->had_time_to_ask()) return;
    shared.idle.front()->close_if_idle();
  }

  void accept(asio::ip::tcp::acceptor& acceptor) {
    if (sessions >= shared.limits.connections) make_room();  // for the new connection
    if (sessions >= shared.limits.connections + 1) {
      is_full = true;
      if (!shared.idle.empty()) try_again_later();
      return;
    }
    is_stuck = true;  // until everything below has succeeded
    acceptor.async_accept([this, &acceptor](error_code error, asio::ip::tcp::socket socket) {
      if (shared.is_draining || error == asio::error::operation_aborted) {
        if (!error) open(std::move(socket));
        return;
      }
      is_stuck = true;
      if (error) {  // out of descriptors
        make_room();
        accept_later(acceptor);
      } else {
        open(std::move(socket));
        accept(acceptor);
      }
      is_stuck = false;
    });
    is_stuck = false;
  }

  void try_again_later() {
    const auto timer = std::make_shared<asio::steady_timer>(io, kBreath);
    timer->async_wait([this, timer](error_code) {
      if (!shared.is_draining && std::exchange(is_full, false)) accept_again();
    });
  }

  void accept_later(asio::ip::tcp::acceptor& acceptor) {
    const auto timer = std::make_shared<asio::steady_timer>(io, kBreath);
    timer->async_wait([this, &acceptor, timer](error_code) {
      if (!shared.is_draining) accept(acceptor);
    });
  }

  void open(asio::ip::tcp::socket socket) {
    const auto session = std::make_shared<HttpSession>(std::move(socket), shared);
    ++sessions;
    session->start();
  }

  /// Serves until the server stops.
  void run() {
    while (true) {
      try {
        if (std::exchange(is_stuck, false) && !shared.is_draining) {
          for (auto& acceptor : acceptors) accept(acceptor);
        }
        io.run();
        if (!is_stuck) return;
        io.restart();
        std::this_thread::sleep_for(kBreath);
      } catch (const std::exception& error) {
        say_lost(error);
        std::this_thread::sleep_for(kBreath);
      }
    }
  }

  void drain() {
    if (std::exchange(shared.is_draining, true)) return;
    for (auto& acceptor : acceptors) {
      error_code error;
      acceptor.non_blocking(true, error);
      while (!error) {  // connections that the system has already accepted
        auto socket = acceptor.accept(error);
        if (!error) open(std::move(socket));
      }
      acceptor.close(error);
    }
    end_if_drained();
    if (sessions == 0) return;
    auto& timer = timers.emplace_back(io, shared.limits.grace);
    timer.async_wait([this](error_code error) {
      if (error) return;
      for (auto next = shared.idle.begin(); next != shared.idle.end();) {
        auto* session = *next++;
        session->close_if_idle();
      }
    });
  }

  void end_if_drained() {
    if (sessions > 0) return;
    signals.reset();
    timers.clear();
    work.reset();
  }

  void repeat(asio::steady_timer& timer, std::chrono::milliseconds period,
              const std::function<void()>& task) {
    timer.expires_after(period);
    timer.async_wait([this, &timer, period, task](error_code error) {
      if (error) return;
      task();
      repeat(timer, period, task);
    });
  }

  void wait_for_signal(const std::function<void(int)>& handle) {
    signals->async_wait([this, handle](error_code error, int number) {
      if (error) return;
      handle(number);
      if (signals) wait_for_signal(handle);
    });
  }

  HttpConnections shared;
  asio::io_context io{1};
  asio::executor_work_guard<asio::io_context::executor_type> work;
  std::list<asio::ip::tcp::acceptor> acceptors;
  std::optional<asio::signal_set> signals;
  std::list<asio::steady_timer> timers;
  std::atomic<size_t> sessions{0};
  bool is_full = false;
  bool is_stuck = false;  ///< no acceptor is waiting, because memory ran out
};

HttpServer::HttpServer(const HttpLimits& limits, Handler handler, RefusalHandler refused,
                       BodyLimit body_limit)
    : impl_(std::make_unique<Impl>(limits, std::move(handler), std::move(refused))) {
  const auto any_body = [most = limits.body_bytes](const HttpRequest&) { return most; };
  impl_->shared.body_limit = body_limit ? std::move(body_limit) : any_body;
}

HttpServer::~HttpServer() = default;

uint16_t HttpServer::listen(const std::string& host, uint16_t port) {
  error_code is_no_address;
  const auto ip = asio::ip::make_address(host == "localhost" ? "127.0.0.1" : host, is_no_address);
  if (is_no_address) {
    throw Error(str("is ", host, ", but must be an IP address"), "--host",
                "use 127.0.0.1 for this machine only, 0.0.0.0 or :: for all");
  }
  try {
    auto& acceptor = impl_->acceptors.emplace_back(impl_->io, asio::ip::tcp::endpoint(ip, port));
    const auto at = acceptor.local_endpoint().port();
    impl_->accept(acceptor);
    return at;
  } catch (const boost::system::system_error& error) {
    throw Error(
        str("cannot listen: ", error.code().message()), str(host, ":", port),
        error.code() == boost::system::errc::permission_denied
            ? "use a --port above 1023: lower ports need privileges"
            : "stop the other server, or use a different --port; --port 0 picks a free one");
  }
}

void HttpServer::listen(int descriptor) {
  int type = 0, listens = 0;
  socklen_t length = sizeof(int);
  ::getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length);
  ::getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length);
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size);
  const bool is_ip = address.ss_family == AF_INET || address.ss_family == AF_INET6;
  if (type != SOCK_STREAM || listens == 0 || !is_ip) {
    throw Error("is not a listening TCP socket", str("descriptor ", descriptor),
                "give the socket unit ListenStream= with an address and a port", ExitCode::failure);
  }
  const auto protocol = address.ss_family == AF_INET6 ? asio::ip::tcp::v6() : asio::ip::tcp::v4();
  impl_->accept(impl_->acceptors.emplace_back(impl_->io, protocol, descriptor));
}

void HttpServer::run() { impl_->run(); }

void HttpServer::drain() {
  asio::post(impl_->io, [impl = impl_.get()] { impl->drain(); });
}

void HttpServer::stop() { impl_->io.stop(); }

void HttpServer::post(std::function<void()> task) { asio::post(impl_->io, std::move(task)); }

size_t HttpServer::connections() const { return impl_->sessions; }

void HttpServer::on_signals(std::initializer_list<int> signals, std::function<void(int)> handle) {
  impl_->signals.emplace(impl_->io);
  for (const int signal : signals) impl_->signals->add(signal);
  impl_->wait_for_signal(handle);
}

void HttpServer::every(std::chrono::milliseconds period, std::function<void()> task) {
  impl_->repeat(impl_->timers.emplace_back(impl_->io), period, task);
}

}  // namespace regard::serve
