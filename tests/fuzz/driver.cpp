// Tries changed inputs on a reader for some time, and goes on from those that reach code which none
// before has reached: what libFuzzer does, for compilers that have none.
//
//   fuzz_NAME SECONDS [--keep FOLDER] [FILE...]
//
// begins with the seeds of the target and these files, or all files of these folders; 0 seconds
// tries these files alone. --keep writes the few inputs to FOLDER that together take every step
// that was found and that no seed takes.
//
// The sources under test are compiled with -fsanitize=address,undefined and with
// -fsanitize-coverage=trace-pc,trace-cmp, whose calls end in steps.cpp; the driver is not. Where
// something is found, the sanitizer says what, and the input lies in fuzz_NAME-input. The tests run
// the same programs without sanitizers, for a moment: nothing is then said of new code, and less is
// found.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "fuzz/mutation.h"
#include "fuzz/steps.h"
#include "fuzz/target.h"
#include "regard/base/error.h"

/// Missing where nothing is compiled with sanitizers.
extern "C" {
[[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());
[[gnu::weak]] void __sanitizer_set_report_fd(void* descriptor);
}

namespace {

using regard::fuzz::steps;
using Clock = std::chrono::steady_clock;
constexpr unsigned kMostSecondsOfAnInput = 20;
constexpr size_t kMostBytesKept = 10'000;  // of inputs that --keep writes

std::string name;           // of the program
std::string current_input;  // for the report of a finding
int report = STDERR_FILENO;

void save_input() {
  std::ofstream(name + "-input", std::ios::binary) << current_input;
  ::dprintf(report, "%s: the input lies in %s-input\n", name.c_str(), name.c_str());
}

/// Reports alone are printed: the readers would warn thousands of times.
void silence_warnings() {
  report = ::dup(STDERR_FILENO);
  if (__sanitizer_set_report_fd != nullptr) {
    __sanitizer_set_report_fd(reinterpret_cast<void*>(static_cast<intptr_t>(report)));
  }
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ::dup2(nowhere, STDERR_FILENO);
  ::close(nowhere);
}

[[noreturn]] void fail(const char* what) {
  ::dprintf(report, "%s: %s\n", name.c_str(), what);
  if (__sanitizer_set_death_callback == nullptr) save_input();
  std::abort();
}

std::array<uint8_t, steps.size()> seen;  // a bit for each order of magnitude of a step's count

/// Whether the input took a step that none took before, or took one more often by far.
bool try_one(const std::string& input) {
  current_input = input;
  regard::fuzz::forget_steps();
  ::alarm(kMostSecondsOfAnInput);
  try {
    regard::fuzz::try_input(current_input);
  } catch (const regard::Error&) {
  } catch (const char* what) {
    fail(what);
  } catch (const std::exception& error) {
    fail(error.what());
  }
  bool is_new = false;
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] == 0) continue;
    const auto magnitude = static_cast<uint8_t>(1U << (std::bit_width(steps[i]) - 1U));
    is_new = is_new || (seen[i] & magnitude) == 0;
    seen[i] |= magnitude;
  }
  return is_new;
}

std::string content_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// The file, or the files of the folder in the order of their names.
std::vector<std::string> contents_of(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return {content_of(path)};
  const std::filesystem::directory_iterator folder(path);
  const std::set<std::filesystem::path> files(begin(folder), {});
  std::vector<std::string> contents;
  for (const auto& file : files) contents.push_back(content_of(file));
  return contents;
}

/// The steps that an input takes.
std::vector<uint16_t> steps_of(const std::string& input) {
  try_one(input);
  std::vector<uint16_t> taken;
  for (size_t step = 0; step < steps.size(); ++step) {
    if (steps[step] != 0) taken.push_back(static_cast<uint16_t>(step));
  }
  return taken;
}

/// Of `inputs` those that together take all steps that the seeds do not, the most useful first, as
/// far as they fit into a small folder.
std::vector<std::string> worth_keeping(const std::vector<std::string>& inputs) {
  std::vector<bool> covered(steps.size());
  const auto cover = [&](const std::vector<uint16_t>& taken) {
    for (const auto step : taken) covered[step] = true;
  };
  for (const auto& seed : regard::fuzz::seeds()) cover(steps_of(seed));
  std::vector<std::vector<uint16_t>> taken;
  for (const auto& input : inputs) taken.push_back(steps_of(input));
  std::vector<std::string> kept;
  for (size_t left = kMostBytesKept;;) {
    size_t best = 0;
    std::ptrdiff_t most = 0;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const auto gain = std::ranges::count_if(taken[i], [&](auto step) { return !covered[step]; });
      const bool is_shorter = inputs[i].size() < inputs[best].size();
      if (inputs[i].size() > left || gain < most || (gain == most && !is_shorter)) continue;
      best = i;
      most = gain;
    }
    if (most == 0) return kept;
    left -= inputs[best].size();
    cover(taken[best]);
    kept.push_back(inputs[best]);
  }
}

/// Writes each input under a name that follows from its content.
void write_inputs(const std::filesystem::path& folder, const std::vector<std::string>& inputs) {
  constexpr size_t kDigits = 12;
  std::filesystem::create_directories(folder);
  for (const auto& input : inputs) {
    std::ofstream(folder / regard::sha256(input).substr(0, kDigits), std::ios::binary) << input;
  }
}

}  // namespace

int main(int count, char** arguments) {
  name = std::filesystem::path(arguments[0]).filename();
  silence_warnings();
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(save_input);
  std::signal(SIGALRM, [](int) { fail("an input takes too long"); });
  const double seconds = count > 1 ? std::atof(arguments[1]) : 1.0;
  std::filesystem::path folder_to_keep;
  std::vector<std::string> inputs;
  if (seconds > 0) inputs = regard::fuzz::seeds();
  for (int i = 2; i < count; ++i) {
    if (std::string_view(arguments[i]) == "--keep" && i + 1 < count) {
      folder_to_keep = arguments[++i];
      continue;
    }
    for (auto& content : contents_of(arguments[i])) inputs.push_back(std::move(content));
  }
  for (const auto& input : inputs) try_one(input);

  regard::fuzz::Mutation mutation(std::random_device{}());
  const size_t begun_with = inputs.size();
  const auto begin = Clock::now();
  const auto taken = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  int64_t tried = 0;
  for (; taken() < seconds && !inputs.empty(); ++tried) {
    // The newest have reached what is hardest to reach.
    const size_t chosen = mutation.below(2) == 0
                              ? mutation.below(inputs.size())
                              : inputs.size() - 1 - mutation.below(inputs.size() / 8 + 1);
    auto input = mutation.change(inputs[chosen], inputs);
    if (try_one(input)) inputs.push_back(input);
    // A few times, for a wanted number may be only the first of several.
    for (int again = 0; again < 3; ++again, ++tried) {
      auto wanted = mutation.with_what_was_compared(input);
      if (wanted == input) break;
      if (try_one(wanted)) inputs.push_back(wanted);
      input = std::move(wanted);
    }
  }
  std::printf("%s: %lld inputs in %.0f s, %zu of them new, after %zu to begin with; %td steps\n",
              name.c_str(), static_cast<long long>(tried), taken(), inputs.size() - begun_with,
              begun_with, std::count_if(seen.begin(), seen.end(), [](auto bits) { return bits; }));
  if (!folder_to_keep.empty()) write_inputs(folder_to_keep, worth_keeping(inputs));
  return 0;
}
