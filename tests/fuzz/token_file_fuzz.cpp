// Files of tokens (corpus/token_file.h).
#include <unistd.h>

#include <filesystem>
#include <numeric>

#include "base/atomic_file.h"
#include "corpus/token_file.h"
#include "fuzz/checksum.h"
#include "fuzz/memory_file.h"
#include "fuzz/target.h"

namespace regard::fuzz {
namespace {

std::string file_of(int examples) {
  const auto path =
      std::filesystem::temp_directory_path() / ("regard-fuzz-" + std::to_string(::getpid()));
  corpus::TokenFileWriter writer(path, "key");
  writer.begin_text();
  for (int64_t i = 0; i < examples; ++i) {
    const std::vector<int64_t> source(static_cast<size_t>(i % 3 + 1), i), target = {i, 3};
    writer.add(source, target, i + 1);
    if (i == 1) writer.begin_text();
  }
  writer.commit({.read = examples});
  auto bytes = read_file(path);
  std::filesystem::remove(path);
  return bytes;
}

}  // namespace

std::vector<std::string> seeds() { return {file_of(0), file_of(1), file_of(5)}; }

/// Corrects the size and the checksum that follow the JSON at the end, which starts with "blocks".
std::string repaired(const std::string& /*before*/, std::string after) {
  const size_t begin = after.rfind("{\"blocks\"");
  const size_t end = after.rfind('}');
  if (begin == std::string::npos || end == std::string::npos || end < begin) return after;
  after.resize(end + 1);
  const uint64_t size = after.size() - begin;
  after.append(reinterpret_cast<const char*>(&size), sizeof(size));
  return with_checksum(after + "sum.");
}

void try_input(std::string_view input) {
  const MemoryFile file(input);
  const auto tokens = corpus::TokenFile::open(file.path(), "key", {.source = 100, .target = 100});
  if (!tokens) return;
  int64_t sum = 0;
  for (size_t example = 0; example < tokens->size(); ++example) {
    for (const auto& side : {tokens->source(example), tokens->target(example)}) {
      sum = std::accumulate(side.begin(), side.end(), sum);
    }
    sum += tokens->line(example);
  }
  volatile int64_t used = sum;  // keeps the compiler from removing the reads
  static_cast<void>(used);
}

}  // namespace regard::fuzz
