#pragma once
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regard {

/// Bytes that this process may still allocate, on the machine or within its container (a Linux
/// control group). 0 if unknown. `root` is where /proc and /sys are.
int64_t available_memory(const std::filesystem::path& root = "/");

/// Peak memory of this process in MiB since its program started. `root` is where /proc is.
/// (getrusage would be wrong for a child process: on Linux, a child starts with its parent's peak.)
double peak_mebibytes(const std::filesystem::path& root = "/");

/// Whether an exception, including LibTorch's, means that a GPU or the machine ran out of memory.
bool is_out_of_memory(const std::exception& error);

/// A Linux control group (cgroup) of this process: a folder with a file for each limit.
struct ControlGroup {
  std::filesystem::path folder;
  bool is_v2;  ///< versions 1 and 2 use different file names
};

/// The groups that limit this process through a controller such as "cpu" or "memory": its own and
/// its ancestors, innermost first, in cgroup v2 and v1. `root` is where /proc and /sys are.
std::vector<ControlGroup> control_groups(const std::string& controller,
                                         const std::filesystem::path& root = "/");

/// The number at the start of a limit file; nothing if it has none ("max").
std::optional<int64_t> first_number_in(const std::filesystem::path& file);

/// The CPU time that the control groups of this process allow, in CPUs, rounded up: the smallest
/// ratio of quota to period in its group and its ancestors, in cgroup v2 (cpu.max) and v1
/// (cpu.cfs_quota_us, cpu.cfs_period_us). Empty if there is no limit. `root` is where /proc and
/// /sys are.
std::optional<int64_t> cpu_quota(const std::filesystem::path& root = "/");

/// The physical cores that the process may use: those in its CPU affinity, which cpusets and
/// taskset set, and at most cpu_quota(). At least 1. Hyperthreads of one core count once.
int64_t cores();

/// The number of threads for one computation: the last value of set_threads() or, before the first
/// call, the environment variable OMP_NUM_THREADS or cores().
int64_t threads();

/// Sets the number of threads, at least 1.
void set_threads(int64_t threads);

/// Calls work(begin, end) for consecutive parts of [0, count), on up to threads() threads. Each
/// part has at least `least` items, unless it is the only one. Rethrows the exception of the first
/// part that threw.
void for_parts(int64_t count, int64_t least,
               const std::function<void(int64_t begin, int64_t end)>& work);

/// The current content of a file as read-only memory. The system loads pages on first use and drops
/// them when memory is short, so a file may be larger than memory. An unlinked copy is mapped,
/// because truncating a mapped file would end the program (SIGBUS).
class MemoryMap {
 public:
  /// Throws Error if the file is missing, unreadable or not a regular file, or if neither its
  /// folder nor TMPDIR has space for the copy.
  explicit MemoryMap(const std::filesystem::path& path);
  ~MemoryMap();
  MemoryMap(MemoryMap&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  MemoryMap& operator=(MemoryMap&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  /// The file's bytes, at an address aligned for every type.
  std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
};

}  // namespace regard
