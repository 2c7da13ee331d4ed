#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

namespace regard {

/// How many CPUs' time the control groups of this process allow, rounded up: the smallest quota
/// divided by its period of its group and of all groups around it, in cgroup v2 (cpu.max) and v1
/// (cpu.cfs_quota_us, cpu.cfs_period_us). None without a limit. `root` is
/// where /proc and /sys are.
std::optional<int64_t> cpu_quota(const std::filesystem::path& root = "/");

/// The processor cores that the process may use: those of its CPU affinity, which cpusets and
/// taskset set, and at most cpu_quota() of them. At least 1. Two processors of one core count once.
int64_t cores();

}  // namespace regard
