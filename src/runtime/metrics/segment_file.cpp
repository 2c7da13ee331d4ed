#include "metrics/segment_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <iomanip>
#include <memory>
#include <string_view>

#include "base/unopened_file.h"
#include "base/utf8.h"
#include "base/wide_text.h"
#include "metrics/unicode.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::metrics {
namespace {

struct LineBreak {
  std::string_view bytes;
  std::string_view name;
};

constexpr std::array kOddBreaks = {
    LineBreak{"\r", "U+000D (carriage return)"},
    LineBreak{"\v", "U+000B (vertical tab)"},
    LineBreak{"\f", "U+000C (form feed)"},
    LineBreak{"\u0085", "U+0085 (next line)"},
    LineBreak{"\u2028", "U+2028 (line separator)"},
    LineBreak{"\u2029", "U+2029 (paragraph separator)"},
};

/// The first odd line break in a line, or null. The carriage return of a Windows line ending does
/// not count.
const LineBreak* find_odd_break(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  const LineBreak* first = nullptr;
  std::size_t position = std::string_view::npos;
  for (const LineBreak& candidate : kOddBreaks) {
    const std::size_t found = line.find(candidate.bytes);
    if (found < position) {
      position = found;
      first = &candidate;
    }
  }
  return first;
}

[[noreturn]] void fail_invalid_utf8(std::string_view line, std::size_t byte, std::size_t number,
                                    const std::string& name) {
  if (number == 1 && (line.starts_with("\xFF\xFE") || line.starts_with("\xFE\xFF"))) {
    throw Error("is UTF-16, but must be UTF-8", name,
                str("convert it: iconv -f UTF-16 -t UTF-8 ", name));
  }
  const auto value = static_cast<unsigned>(static_cast<std::uint8_t>(line[byte]));
  const std::size_t column = column_of(line, byte);
  throw Error(str("not valid UTF-8 (byte 0x", std::uppercase, std::hex, std::setw(2),
                  std::setfill('0'), value, std::dec, " at column ", column, ")"),
              str(name, ':', number),
              str("if the file is Latin-1, convert it: iconv -f latin1 -t utf-8 ", name));
}

/// The whole file, decompressed if it is a .gz file.
std::string read_whole(const std::string& path) {
  errno = 0;
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose_r);
  if (!file) fail_to_open(path, errno);
  std::string text;
  std::array<char, 1U << 16U> buffer;
  int length = 0;
  while ((length = gzread(file.get(), buffer.data(), buffer.size())) > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(length));
  }
  int status = Z_OK;
  gzerror(file.get(), &status);
  if (length < 0 && status == Z_ERRNO) {
    throw Error(str("cannot be read: ", std::strerror(errno)), path);
  }
  if (length < 0 || (status != Z_OK && status != Z_STREAM_END)) {
    throw Error("cannot be decompressed", path, "fetch it again: the .gz file is damaged");
  }
  return text;
}

}  // namespace

SegmentFile read_segments(const std::string& path) {
  return parse_segments(read_whole(path), path);
}

SegmentFile parse_segments(std::string_view text, const std::string& name) {
  if (const auto wide = utf16_without_mark(text); !wide.empty()) {
    throw Error(str("is ", wide, " without a byte order mark, but must be UTF-8"), name,
                str("convert it: iconv -f ", wide, " -t UTF-8 ", name));
  }
  SegmentFile file{.name = name, .lines = {}, .odd_break = {}};
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t number = file.lines.size() + 1;
    if (const auto byte = first_invalid_utf8(line)) fail_invalid_utf8(line, *byte, number, name);
    if (!file.odd_break) {
      if (const LineBreak* found = find_odd_break(line)) {
        file.odd_break = {.line = number, .name = std::string(found->name)};
      }
    }
    file.lines.emplace_back(strip_right(line));
  }
  return file;
}

void check_same_length(const SegmentFile& system, std::span<const SegmentFile> references) {
  for (const SegmentFile& reference : references) {
    if (reference.lines.size() == system.lines.size()) continue;
    std::string remedy = "give every reference one line per hypothesis";
    for (const SegmentFile* file : {&system, &reference}) {
      if (!file->odd_break) continue;
      remedy = str("look at line ", file->odd_break->line, " of ", file->name, ": it contains ",
                   file->odd_break->name, ", where other programs end a line");
      break;
    }
    throw Error(str(system.name, " has ", system.lines.size(),
                    system.lines.size() == 1 ? " line" : " lines", ", but ", reference.name,
                    " has ", reference.lines.size()),
                {}, remedy);
  }
}

}  // namespace regard::metrics
