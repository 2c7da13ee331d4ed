#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace regard::parallel {

/// What a launcher says to each of the processes of a job that it starts.
struct Launch {
  int64_t rank = 0;        ///< number of this process, 0 to size - 1
  int64_t size = 1;        ///< processes of the job
  int64_t local_rank = 0;  ///< its number among those of this machine
  int64_t local_size = 1;  ///< those of this machine; 1 where the launcher does not say it
  std::string host;        ///< where the processes meet
  int64_t port = 0;
  bool launcher_hosts = false;  ///< the launcher listens at the port; otherwise rank 0 has to
  int64_t restarts = 0;         ///< how often the job was started again after a failure
  double join_seconds = 300;    ///< the longest that one waits for the others to come
  double silence_seconds = 15;  ///< a process that gives no sign of life for so long is gone
};

/// The value of an environment variable, if it is set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;
std::optional<std::string> process_environment(const std::string& name);

/// Reads RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR and MASTER_PORT, as torchrun
/// sets them or a person by hand; else, in a job of several tasks under Slurm, SLURM_PROCID,
/// SLURM_NTASKS, SLURM_LOCALID and the list of nodes, where MASTER_ADDR and MASTER_PORT go before
/// what follows from the list and the job's number. One process where none is set.
/// REGARD_JOIN_SECONDS and REGARD_SILENCE_SECONDS change the two patiences. Throws Error for what
/// makes no sense.
Launch read_launch(const Environment& environment = process_environment);

}  // namespace regard::parallel
