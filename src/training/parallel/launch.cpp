#include "parallel/launch.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <memory>

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::parallel {
namespace {

std::optional<std::string> digits(const sockaddr* address, socklen_t size) {
  std::array<char, NI_MAXHOST> text{};
  if (::getnameinfo(address, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) != 0) {
    return std::nullopt;
  }
  return text.data();
}

}  // namespace

std::optional<std::string> own_address_towards(const std::string& host, int64_t port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) {
    return std::nullopt;
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> keep(found, ::freeaddrinfo);
  for (const auto* way = found; way != nullptr; way = way->ai_next) {
    const int socket = ::socket(way->ai_family, SOCK_DGRAM, 0);
    if (socket < 0) continue;
    sockaddr_storage own{};
    socklen_t size = sizeof(own);
    auto* address = reinterpret_cast<sockaddr*>(&own);
    // "Connecting" a datagram socket only looks up the route.
    const bool known = ::connect(socket, way->ai_addr, way->ai_addrlen) == 0 &&
                       ::getsockname(socket, address, &size) == 0;
    ::close(socket);
    if (known) return digits(address, size);
  }
  return std::nullopt;
}

bool is_loopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1";
}

std::optional<std::string> address_for_others() {
  ifaddrs* interfaces = nullptr;
  if (::getifaddrs(&interfaces) != 0) return std::nullopt;
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> keep(interfaces, ::freeifaddrs);
  for (const auto* it = interfaces; it != nullptr; it = it->ifa_next) {
    const bool usable = it->ifa_addr != nullptr && it->ifa_addr->sa_family == AF_INET &&
                        (it->ifa_flags & IFF_UP) != 0 && (it->ifa_flags & IFF_LOOPBACK) == 0;
    if (usable) return digits(it->ifa_addr, sizeof(sockaddr_in));
  }
  return std::nullopt;
}

namespace {

constexpr auto kRemedy =
    "start with torchrun or srun, or set RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT for each "
    "process";

/// Reads environment variables as numbers; errors name the variable.
class Reader {
 public:
  explicit Reader(const Environment& environment) : environment_(environment) {}

  bool has(const std::string& name) const { return environment_(name).has_value(); }

  std::string text(const std::string& name) const {
    const auto value = environment_(name);
    if (!value || value->empty()) throw Error("is not set", name, kRemedy);
    return *value;
  }

  int64_t number(const std::string& name, int64_t least, int64_t most) const {
    const auto value = text(name);
    int64_t number = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
    if (read.ec != std::errc() || read.ptr != value.data() + value.size() || number < least ||
        number > most) {
      throw Error(str("is '", value, "', but must be a number from ", least, " to ", most), name,
                  kRemedy);
    }
    return number;
  }

  int64_t number_or(const std::string& name, int64_t otherwise, int64_t least, int64_t most) const {
    return has(name) ? number(name, least, most) : otherwise;
  }

 private:
  const Environment& environment_;
};

constexpr int64_t kMostSeconds = 1000000;
constexpr int64_t kMostProcesses = 1 << 20;
constexpr int64_t kLastPort = 65535;
constexpr int64_t kAnyCount = std::numeric_limits<int64_t>::max();

void check_unset_or_whole(const Reader& read) {
  for (const auto& [one, other] : {std::pair("RANK", "WORLD_SIZE"), {"WORLD_SIZE", "RANK"}}) {
    if (read.has(one) && !read.has(other)) {
      throw Error(str("is not set, but ", one, " is"), other, kRemedy);
    }
  }
}

Launch of_torchrun(const Reader& read) {
  Launch launch;
  launch.size = read.number("WORLD_SIZE", 1, kMostProcesses);
  launch.rank = read.number("RANK", 0, launch.size - 1);
  launch.local_size = read.number_or("LOCAL_WORLD_SIZE", 1, 1, launch.size);
  launch.local_rank = read.number_or("LOCAL_RANK", 0, 0, launch.size - 1);
  launch.restarts = read.number_or("TORCHELASTIC_RESTART_COUNT", 0, 0, kAnyCount);
  if (launch.size == 1) return launch;
  launch.host = read.text("MASTER_ADDR");
  launch.port = read.number("MASTER_PORT", 1, kLastPort);
  launch.launcher_hosts = read.has("TORCHELASTIC_USE_AGENT_STORE") &&
                          read.text("TORCHELASTIC_USE_AGENT_STORE") == "True";
  return launch;
}

/// The first node in Slurm's list: "gpu[007-009,12],cpu1" -> "gpu007"; "node1,node2" -> "node1".
std::string first_node(const std::string& list) {
  const auto bracket = list.find('[');
  const auto comma = list.find(',');
  if (bracket == std::string::npos || comma < bracket) return list.substr(0, comma);
  const auto end = list.find_first_of("-,]", bracket);
  if (end == std::string::npos) return list;
  return list.substr(0, bracket) + list.substr(bracket + 1, end - bracket - 1);
}

Launch of_slurm(const Reader& read) {
  const auto either = [&](const char* first, const char* second) {
    return read.has(first) ? first : second;
  };
  Launch launch;
  // Number of tasks of the step, i.e. of one srun, if it is not the whole job.
  launch.size = read.number(either("SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"), 1, kMostProcesses);
  launch.rank = read.number("SLURM_PROCID", 0, launch.size - 1);
  launch.local_rank = read.number_or("SLURM_LOCALID", 0, 0, launch.size - 1);
  launch.restarts = read.number_or("SLURM_RESTART_COUNT", 0, 0, kAnyCount);
  if (launch.size == 1) return launch;
  if (read.has("MASTER_ADDR")) {
    launch.host = read.text("MASTER_ADDR");
  } else if (const char* list = either("SLURM_STEP_NODELIST", "SLURM_NODELIST"); read.has(list)) {
    launch.host = first_node(read.text(list));  // where task 0 runs
  } else {
    launch.host = read.text("SLURM_LAUNCH_NODE_IPADDR");
  }
  // Jobs that share a machine need different ports.
  constexpr int64_t kFirstPort = 20000, kPorts = 20000;
  launch.port = read.has("MASTER_PORT")
                    ? read.number("MASTER_PORT", 1, kLastPort)
                    : kFirstPort + read.number_or("SLURM_JOB_ID", 0, 0, kAnyCount) % kPorts;
  return launch;
}

}  // namespace

std::optional<std::string> process_environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

Launch read_launch(const Environment& environment) {
  const Reader read(environment);
  check_unset_or_whole(read);
  const bool under_slurm =
      read.has("SLURM_PROCID") && (read.has("SLURM_STEP_NUM_TASKS") || read.has("SLURM_NTASKS"));
  Launch launch = read.has("RANK") ? of_torchrun(read) : under_slurm ? of_slurm(read) : Launch();
  const auto seconds = [&](const char* name, double& value) {
    if (read.has(name)) value = static_cast<double>(read.number(name, 1, kMostSeconds));
  };
  seconds("REGARD_JOIN_SECONDS", launch.join_seconds);
  seconds("REGARD_SILENCE_SECONDS", launch.silence_seconds);
  return launch;
}

}  // namespace regard::parallel
