// A library that the CUDA driver loads into a program (CUDA_INJECTION64_PATH). When the program
// exits, it writes the number and the total time of its kernels and of its CUDA runtime calls, as
// JSON, to the file that the environment variable GPU_LAUNCHES names.
#include <cupti.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>

namespace {

struct Total {
  uint64_t count = 0, nanoseconds = 0;
};
using Totals = std::map<std::string, Total>;

struct Found {
  std::mutex mutex;
  Totals kernels, calls;
};

// Never destroyed: CUPTI delivers its last records while the program exits.
Found& found() {
  static auto* all = new Found;
  return *all;
}

void add(Totals& totals, const char* name, uint64_t begin, uint64_t end) {
  auto& total = totals[name];
  ++total.count;
  total.nanoseconds += end - begin;
}

void add_call(const CUpti_ActivityAPI& call) {
  const char* name = nullptr;
  if (cuptiGetCallbackName(CUPTI_CB_DOMAIN_RUNTIME_API, call.cbid, &name) != CUPTI_SUCCESS) return;
  add(found().calls, name, call.start, call.end);
}

void CUPTIAPI give_buffer(uint8_t** buffer, size_t* size, size_t* most_records) {
  constexpr size_t kBytes = size_t{8} << 20, kAlignment = 8;
  *size = kBytes;
  *buffer = static_cast<uint8_t*>(std::aligned_alloc(kAlignment, kBytes));
  *most_records = 0;  // as many as fit
}

void CUPTIAPI take_buffer(CUcontext, uint32_t, uint8_t* buffer, size_t, size_t valid) {
  const std::lock_guard lock(found().mutex);
  CUpti_Activity* record = nullptr;
  while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
    if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
      // Later versions of the record only add fields at its end.
      const auto* kernel = reinterpret_cast<const CUpti_ActivityKernel9*>(record);
      add(found().kernels, kernel->name, kernel->start, kernel->end);
    } else if (record->kind == CUPTI_ACTIVITY_KIND_RUNTIME) {
      add_call(*reinterpret_cast<const CUpti_ActivityAPI*>(record));
    }
  }
  std::free(buffer);
}

void write(std::FILE* file, const char* title, const Totals& totals, const char* end) {
  std::fprintf(file, "\"%s\": {", title);
  const char* separator = "";
  for (const auto& [name, total] : totals) {
    std::fprintf(file, "%s\n\"%s\": [%llu, %llu]", separator, name.c_str(),
                 static_cast<unsigned long long>(total.count),
                 static_cast<unsigned long long>(total.nanoseconds));
    separator = ",";
  }
  std::fprintf(file, "}%s\n", end);
}

void write_all() {
  cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  const char* path = std::getenv("GPU_LAUNCHES");
  std::FILE* file = path != nullptr ? std::fopen(path, "w") : nullptr;
  if (file == nullptr) return;
  const std::lock_guard lock(found().mutex);
  std::fputs("{", file);
  write(file, "kernels", found().kernels, ",");
  write(file, "calls", found().calls, "}");
  std::fclose(file);
}

}  // namespace

// Called by the driver when the program initializes CUDA.
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  cuptiActivityRegisterCallbacks(give_buffer, take_buffer);
  cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  cuptiActivityEnable(CUPTI_ACTIVITY_KIND_RUNTIME);
  std::atexit(write_all);
  return 1;
}
