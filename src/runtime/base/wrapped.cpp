#include "base/wrapped.h"

#include <sstream>

#include "base/utf8.h"

namespace regard {

std::string wrapped(std::string_view text, size_t width, size_t indent) {
  std::istringstream words{std::string(text)};
  std::string lines;
  size_t used = 0;
  for (std::string word; words >> word;) {
    const size_t size = decode_utf8(word).size();
    if (used > 0 && used + 1 + size > width) {
      lines += '\n' + std::string(indent, ' ');
      used = 0;
    }
    if (used > 0) lines += ' ';
    lines += word;
    used += (used > 0 ? 1 : 0) + size;
  }
  return lines;
}

}  // namespace regard
