#include "base/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include "base/utf8.h"
#include "base/wrapped.h"

namespace regard {

size_t terminal_columns(int descriptor) {
  constexpr size_t kUsual = 80;
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

std::string fitted(std::string_view line, int descriptor, size_t indent) {
  const size_t columns = terminal_columns(descriptor);
  const bool fits = decode_utf8(line).size() <= columns || columns <= 2 * indent;
  if (fits || ::isatty(descriptor) != 1) return std::string(line);
  return wrapped(line, columns - indent, indent);
}

}  // namespace regard
