#include "base/peak_memory.h"

#include <sys/resource.h>

#include <fstream>
#include <string>

namespace regard {

double peak_mebibytes(const std::filesystem::path& root) {
  constexpr double kKibibytes = 1024;
  std::ifstream status(root / "proc/self/status");
  for (std::string line; std::getline(status, line);) {
    constexpr const char* kPeak = "VmHWM:";  // "high water mark", in kB
    if (line.starts_with(kPeak)) return std::stod(line.substr(6)) / kKibibytes;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  return static_cast<double>(usage.ru_maxrss) / (1024 * kKibibytes);
#else
  return static_cast<double>(usage.ru_maxrss) / kKibibytes;
#endif
}

}  // namespace regard
