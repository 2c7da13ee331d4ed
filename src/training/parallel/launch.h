#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace regard::parallel {

/// The local address, as digits, from which packets to host:port leave; nullopt if the host is
/// unknown or unreachable. Sends nothing.
std::optional<std::string> own_address_towards(const std::string& host, int64_t port);

/// Whether only this machine can reach the address.
bool is_loopback(const std::string& address);

/// The first address of this machine that others can reach.
std::optional<std::string> address_for_others();

/// The settings that a launcher gives each process of a job.
struct Launch {
  int64_t rank = 0;        ///< number of this process, 0 to size - 1
  int64_t size = 1;        ///< number of processes in the job
  int64_t local_rank = 0;  ///< number of the process on this machine
  int64_t local_size = 1;  ///< processes on this machine; 1 if the launcher does not set it
  std::string host;        ///< where the processes meet
  int64_t port = 0;
  bool launcher_hosts = false;  ///< whether the launcher listens at the port instead of rank 0
  int64_t restarts = 0;         ///< number of restarts after a failure
  double join_seconds = 300;    ///< the longest wait for the others to arrive
  double silence_seconds = 15;  ///< a process silent for this long counts as lost
};

/// The value of an environment variable, if it is set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;
std::optional<std::string> process_environment(const std::string& name);

/// Reads RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR and MASTER_PORT, set by
/// torchrun or by hand; otherwise, in a Slurm job of several tasks, SLURM_PROCID, SLURM_NTASKS,
/// SLURM_LOCALID and the list of nodes, where MASTER_ADDR and MASTER_PORT override the values
/// derived from this list and the job number. One process if none is set. REGARD_JOIN_SECONDS and
/// REGARD_SILENCE_SECONDS change the two time limits. Throws Error for invalid values.
Launch read_launch(const Environment& environment = process_environment);

}  // namespace regard::parallel
