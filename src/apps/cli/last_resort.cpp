#include "cli/last_resort.h"

#include <unistd.h>

#include <exception>
#include <new>
#include <string_view>

#include "regard/base/error.h"

namespace regard::cli {
namespace {

std::string_view last_line() {
  if (const auto error = std::current_exception()) {
    try {
      std::rethrow_exception(error);
    } catch (const std::bad_alloc&) {
      return "regard: out of memory\n";
    } catch (...) {  // said below
    }
  }
  return "regard: stopped by an error that it does not expect\n";
}

[[noreturn]] void end() {
  const auto line = last_line();
  // To a standard error that is closed or full nothing more can be said.
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
  ::_exit(static_cast<int>(ExitCode::failure));
}

}  // namespace

void set_last_resort() noexcept { std::set_terminate(end); }

}  // namespace regard::cli
