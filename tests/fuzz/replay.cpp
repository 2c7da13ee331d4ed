// A test for any compiler: tries the seeds of a target, and given files or all files in folders.
//
//   fuzz_NAME_replay [FILE | FOLDER]...
//
// The current input is in fuzz_NAME_replay-input, which remains if it shows a bug.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "fuzz/target.h"

namespace {

constexpr unsigned kMostSecondsOfAnInput = 20;

std::string content_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// The file, or the files of the folder, sorted by name.
std::set<std::filesystem::path> files_of(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return {path};
  const std::filesystem::directory_iterator folder(path);
  return {begin(folder), {}};
}

}  // namespace

int main(int count, char** arguments) {
  std::signal(SIGALRM, [](int) {
    constexpr std::string_view kSlow = "bug: an input takes too long\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kSlow.data(), kSlow.size());
    std::abort();
  });
  const auto kept = std::filesystem::path(arguments[0]).filename().string() + "-input";
  size_t tried = 0;
  const auto check = [&](const std::string& input) {
    std::ofstream(kept, std::ios::binary) << input;
    ::alarm(kMostSecondsOfAnInput);
    regard::fuzz::check_input(input);
    ++tried;
  };
  for (const auto& seed : regard::fuzz::seeds()) check(seed);
  for (int i = 1; i < count; ++i) {
    for (const auto& file : files_of(arguments[i])) check(content_of(file));
  }
  std::filesystem::remove(kept);
  std::printf("%zu inputs\n", tried);
}
