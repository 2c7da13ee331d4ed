// Tries changed inputs on a reader for some time, and goes on from those that reach code which none
// before has reached: what libFuzzer does, for compilers that have none.
//
//   fuzz_NAME SECONDS [FILE...]      begins with the seeds of the target and these files; 0 seconds
//                                    tries these files alone
//
// The sources under test are compiled with -fsanitize=address,undefined and with
// -fsanitize-coverage=trace-pc,trace-cmp, whose calls end here; this file is not. Where something
// is found, the sanitizer says what, and the input lies in fuzz_NAME-input. The tests run the same
// programs without sanitizers, for a moment: nothing is then said of new code, and less is found.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "fuzz/target.h"
#include "regard/base/error.h"
#include "regard/base/log.h"

namespace {

// ---------------------------------------------------------------------- what the sources report

/// How often each step from one place of the code to the next was taken.
std::array<uint8_t, 1U << 16U> steps;
uintptr_t last_place = 0;

void take_step(uintptr_t place) {
  const uintptr_t mixed = (place >> 4U) ^ (place << 8U);
  auto& count = steps[(mixed ^ last_place) % steps.size()];
  if (count < 255) ++count;
  last_place = mixed >> 1U;
}

/// Numbers that were compared as the last input was read: where one of a pair stands in the input,
/// the other may be what the reader wants to see there, a checksum even.
struct Compared {
  uint64_t one, other;
  size_t width;
};
std::array<Compared, 64> compared;
size_t comparisons = 0;

void take_comparison(uint64_t one, uint64_t other, size_t width) {
  if (one == other) return;
  compared[comparisons++ % compared.size()] = {one, other, width};
}

}  // namespace

extern "C" {
/// Missing where nothing is compiled with sanitizers.
[[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());

void __sanitizer_cov_trace_pc() {
  take_step(reinterpret_cast<uintptr_t>(__builtin_return_address(0)));
}
void __sanitizer_cov_trace_cmp1(uint8_t, uint8_t) {}
void __sanitizer_cov_trace_cmp2(uint16_t a, uint16_t b) { take_comparison(a, b, 2); }
void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b) { take_comparison(a, b, 4); }
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b) { take_comparison(a, b, 8); }
void __sanitizer_cov_trace_const_cmp1(uint8_t, uint8_t) {}
void __sanitizer_cov_trace_const_cmp2(uint16_t a, uint16_t b) { take_comparison(a, b, 2); }
void __sanitizer_cov_trace_const_cmp4(uint32_t a, uint32_t b) { take_comparison(a, b, 4); }
void __sanitizer_cov_trace_const_cmp8(uint64_t a, uint64_t b) { take_comparison(a, b, 8); }
void __sanitizer_cov_trace_cmpf(float, float) {}
void __sanitizer_cov_trace_cmpd(double, double) {}
void __sanitizer_cov_trace_switch(uint64_t, void*) {}

/// A reader that wants a gigabyte for a small input is wrong, too.
const char* __asan_default_options() {
  return "max_allocation_size_mb=1024:handle_abort=1:detect_leaks=0:allocator_release_to_os_"
         "interval_"
         "ms=-1";
}
const char* __ubsan_default_options() { return "print_stacktrace=1"; }
}

namespace {

using Clock = std::chrono::steady_clock;
constexpr size_t kLargestInput = 1U << 16U;
constexpr unsigned kMostSecondsOfAnInput = 20;

std::string name;           // of the program
std::string current_input;  // for the report of a finding

void save_input() {
  std::ofstream(name + "-input", std::ios::binary) << current_input;
  std::fprintf(stderr, "%s: the input lies in %s-input\n", name.c_str(), name.c_str());
}

/// Whether the input took a step that none took before, or took one more often by far.
bool try_one(const std::string& input) {
  static std::array<uint8_t, steps.size()> seen;  // a bit for each order of magnitude
  current_input = input;
  steps.fill(0);
  last_place = 0;
  comparisons = 0;
  ::alarm(kMostSecondsOfAnInput);  // ends the program: SIGALRM
  try {
    regard::fuzz::try_input(current_input);
  } catch (const regard::Error&) {
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

/// Changes inputs at random.
class Mutation {
 public:
  explicit Mutation(uint64_t seed) : random_(seed) {}

  size_t below(size_t bound) { return bound < 2 ? 0 : random_() % bound; }

  std::string change(std::string input, const std::vector<std::string>& inputs) {
    for (size_t changes = 1 + below(4); changes > 0; --changes) {
      switch (below(8)) {
        case 0:
          if (!input.empty()) input[below(input.size())] ^= static_cast<char>(1U << below(8));
          break;
        case 1:
          if (!input.empty()) input[below(input.size())] = static_cast<char>(random_());
          break;
        case 2:
          input.erase(below(input.size() + 1), length(input));
          break;
        case 3:
          insert(input, input.substr(below(input.size() + 1), length(input)));
          break;
        case 4:
          insert(input, std::string(1 + below(8), static_cast<char>(random_())));
          break;
        case 5:
          overwrite(input, below(input.size() + 1), number());
          break;
        case 6: {
          const auto& other = inputs[below(inputs.size())];
          insert(input, other.substr(below(other.size() + 1), length(other)));
          break;
        }
        default:
          input.resize(below(input.size() + 1));
      }
    }
    if (input.size() > kLargestInput) input.resize(kLargestInput);
    return input;
  }

  /// The input that was read last with one number as the reader may want it; the same where nothing
  /// of it was compared.
  std::string with_what_was_compared(std::string input) {
    if (comparisons == 0) return input;
    auto pair = compared[below(std::min(comparisons, compared.size()))];
    if (below(2) == 0) std::swap(pair.one, pair.other);
    const auto bytes = bytes_of(pair.one, pair.width);
    const size_t at = below(2) == 0 ? input.find(bytes) : input.rfind(bytes);
    if (at != std::string::npos) overwrite(input, at, bytes_of(pair.other, pair.width));
    return input;
  }

 private:
  /// Of a part: mostly short.
  size_t length(const std::string& of) { return 1 + below(below(4) == 0 ? of.size() + 1 : 16); }

  void insert(std::string& input, const std::string& part) {
    input.insert(below(input.size() + 1), part);
  }

  static void overwrite(std::string& input, size_t at, const std::string& part) {
    input.replace(at, std::min(part.size(), input.size() - at), part);
  }

  std::string bytes_of(uint64_t number, size_t width) const {
    return std::string(reinterpret_cast<const char*>(&number), width);
  }

  /// Little-endian, at one of the edges of its type.
  std::string number() {
    const size_t width = size_t{1} << below(4);
    const uint64_t edges[] = {
        0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF, ~uint64_t{0}};
    return bytes_of(edges[below(std::size(edges))] + below(3) - 1, width);
  }

  std::mt19937_64 random_;
};

std::string content_of(const char* path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

int main(int count, char** arguments) {
  name = std::filesystem::path(arguments[0]).filename();
  regard::set_quiet(true);
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(save_input);
  const double seconds = count > 1 ? std::atof(arguments[1]) : 1.0;
  std::vector<std::string> inputs;
  if (seconds > 0) inputs = regard::fuzz::seeds();
  for (int i = 2; i < count; ++i) inputs.push_back(content_of(arguments[i]));
  for (const auto& input : inputs) try_one(input);

  Mutation mutation(std::random_device{}());
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
  std::printf("%s: %lld inputs in %.0f s, %zu of them new, after %zu to begin with\n", name.c_str(),
              static_cast<long long>(tried), taken(), inputs.size() - begun_with, begun_with);
  return 0;
}
