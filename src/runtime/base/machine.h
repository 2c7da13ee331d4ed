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

/// Bytes that this process may still allocate: of the machine, or within its container (a Linux
/// control group). 0 if the system does not tell. `root` is where /proc and /sys are.
int64_t available_memory(const std::filesystem::path& root = "/");

/// Peak memory of this process in MiB since its program started. `root` is where /proc is.
/// (getrusage would be wrong for a program started by another one: on Linux it starts with the
/// parent's peak.)
double peak_mebibytes(const std::filesystem::path& root = "/");

/// Whether an exception, LibTorch's among them, means that a GPU or the machine ran out of memory.
bool is_out_of_memory(const std::exception& error);

/// A Linux control group (cgroup) that this process is in: a folder with a file for each limit.
struct ControlGroup {
  std::filesystem::path folder;
  bool is_v2;  ///< version 2 and version 1 name their files differently
};

/// The groups that limit this process by a controller such as "cpu" or "memory": its own and all
/// those around it, innermost first, of version 2 and of version 1. `root` is where /proc and /sys
/// are.
std::vector<ControlGroup> control_groups(const std::string& controller,
                                         const std::filesystem::path& root = "/");

/// The number at the start of a limit's file; nothing if there is none ("max").
std::optional<int64_t> first_number_in(const std::filesystem::path& file);

/// How many CPUs' time the control groups of this process allow, rounded up: the smallest quota
/// divided by its period of its group and of all groups around it, in cgroup v2 (cpu.max) and v1
/// (cpu.cfs_quota_us, cpu.cfs_period_us). None without a limit. `root` is
/// where /proc and /sys are.
std::optional<int64_t> cpu_quota(const std::filesystem::path& root = "/");

/// The processor cores that the process may use: those of its CPU affinity, which cpusets and
/// taskset set, and at most cpu_quota() of them. At least 1. Two processors of one core count once.
int64_t cores();

/// The number of threads that one computation is shared among: what set_threads() said last; before
/// that, what the environment variable OMP_NUM_THREADS says, or cores().
int64_t threads();

/// Sets the number of threads, at least 1.
void set_threads(int64_t threads);

/// Calls work(begin, end) for consecutive parts of [0, count), each of at least `least` unless
/// there is one alone, in as many of the threads as that gives work. Throws what the first part
/// threw.
void for_parts(int64_t count, int64_t least,
               const std::function<void(int64_t begin, int64_t end)>& work);

/// The bytes that a file has now, as read-only memory. The system reads a page on first use and
/// takes it back when memory is short, so a file may be larger than memory. They are mapped from a
/// copy without a name: a mapped file that somebody shortens ends the program (SIGBUS).
class MemoryMap {
 public:
  /// Throws Error if the file is missing, unreadable or not a regular file, and if there is no
  /// space for the copy, neither beside the file nor in TMPDIR.
  explicit MemoryMap(const std::filesystem::path& path);
  ~MemoryMap();
  MemoryMap(MemoryMap&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  MemoryMap& operator=(MemoryMap&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  /// They start at an address aligned for every type.
  std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
};

}  // namespace regard
