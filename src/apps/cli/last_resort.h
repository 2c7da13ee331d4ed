#pragma once

namespace regard::cli {

/// From now on, an exception that nothing catches ends the program with one line and exit code 1
/// instead of SIGABRT. Allocates nothing and needs no library that has begun.
void set_last_resort() noexcept;

}  // namespace regard::cli
