#include "regard/base/peak_memory.h"

#include <sys/resource.h>

#include <fstream>
#include <string>

namespace regard {

int64_t peak_memory(const std::filesystem::path& root) {
  std::ifstream status(root / "proc/self/status");
  for (std::string line; std::getline(status, line);) {
    constexpr const char* kPeak = "VmHWM:";  // "high water mark", in kB
    if (line.starts_with(kPeak)) return std::stoll(line.substr(6)) * 1024;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  return usage.ru_maxrss;
#else
  return usage.ru_maxrss * 1024;
#endif
}

}  // namespace regard
