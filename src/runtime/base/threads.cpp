#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "base/cores.h"

namespace regard {
namespace {

int64_t threads_at_first() {
  const char* variable = std::getenv("OMP_NUM_THREADS");
  const std::string_view text = variable == nullptr ? "" : variable;
  int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number > 0 ? number : cores();
}

std::atomic<int64_t>& number_of_threads() {
  static std::atomic<int64_t> number(threads_at_first());
  return number;
}

}  // namespace

int64_t threads() { return number_of_threads(); }

void for_parts(int64_t count, int64_t least,
               const std::function<void(int64_t begin, int64_t end)>& work) {
  const int64_t parts = std::clamp<int64_t>(count / std::max<int64_t>(least, 1), 1, threads());
  std::vector<std::exception_ptr> problems(static_cast<size_t>(parts));
  const auto do_part = [&](int64_t part) {
    try {
      work(count * part / parts, count * (part + 1) / parts);
    } catch (...) {
      problems[static_cast<size_t>(part)] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    int64_t begun = 1;
    try {
      for (; begun < parts; ++begun) others.emplace_back(do_part, begun);
    } catch (const std::system_error&) {  // no thread is left: this one does the rest
    }
    do_part(0);
    for (; begun < parts; ++begun) do_part(begun);
  }
  for (const auto& problem : problems) {
    if (problem) std::rethrow_exception(problem);
  }
}

void set_threads(int64_t threads) { number_of_threads() = std::max<int64_t>(threads, 1); }

}  // namespace regard
