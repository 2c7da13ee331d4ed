#include "regard/base/terminal.h"

#include <sys/ioctl.h>

namespace regard {

size_t terminal_columns(int descriptor) {
  constexpr size_t kUsual = 80;
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

}  // namespace regard
