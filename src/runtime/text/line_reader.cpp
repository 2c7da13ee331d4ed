#include "text/line_reader.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/log.h"
#include "base/packed_folder.h"
#include "base/process.h"
#include "base/readable.h"
#include "base/unopened_file.h"
#include "base/utf8.h"
#include "base/wide_text.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"
#include "text/copied_items.h"

namespace regard::text {
namespace {

/// A line with this many bytes before its end is too long, even if it starts with a byte order mark
/// and its last byte is the \r of the line end.
constexpr size_t kTooLong = limits::kLineBytes + kByteOrderMark.size() + 2;

std::string hexadecimal(char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  return str("0x", kDigits[value >> 4U], kDigits[value & 15U]);
}

/// iconv's name of the encoding that the bytes start in, "UTF-16" or "UTF-32"; empty for any other.
/// Without a byte order mark, the zero bytes at the beginning of a file tell the encoding.
std::string_view wide_encoding(std::string_view bytes, bool is_file) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return "UTF-16";
  return is_file ? utf16_without_mark(bytes) : "";
}

/// `text` without an incomplete character at the end.
std::string_view whole_characters(std::string_view text) {
  size_t end = text.size();
  while (end > 0 && continues_character(text[end - 1])) --end;
  if (end == 0 || first_code_point(text.substr(end - 1)).length > 0) return text;
  return text.substr(0, end - 1);
}

}  // namespace

struct LineReader::Impl {
  std::string path;
  std::string name;
  Encoding encoding;
  std::string_view end;  // terminator of the last line
  int descriptor = STDIN_FILENO;
  bool is_regular_file = false;
  std::string buffer;
  size_t begin = 0;  // start of the unread part of `buffer`
  int64_t line = 0;
  bool has_byte_order_mark = false;
  bool started = false;
  bool ended = false;
  bool warned_of_returns = false;
  std::unique_ptr<ByteSource> bytes;     // the file or another source
  std::unique_ptr<ByteSource> unpacked;  // decompresses a .gz file

  ~Impl() {
    if (descriptor != STDIN_FILENO) ::close(descriptor);
  }

  bool has_line() const { return buffer.find('\n', begin) != std::string::npos; }

  /// Appends the next data to `buffer`; sets `ended` at the end of the input.
  void fill() {
    buffer.erase(0, begin);
    begin = 0;
    if (!started) {
      start();
    } else {
      read();
    }
  }

  void read() {
    if (!unpacked) {
      ended = !bytes->append(buffer);
      return;
    }
    try {
      ended = !unpacked->append(buffer);
    } catch (const DamagedBytes& damage) {
      throw Error(str("damaged .gz file: ", damage.what()), str(name, ":", line + 1),
                  "fetch or compress it again; `gzip -t` tests it");
    }
  }

  /// A .gz file is recognized by its first two bytes, which never begin UTF-8 text. Its name does
  /// not matter.
  void start() {
    started = true;
    read();
    const auto is_first_byte = [&] {
      return buffer == "\x1F" || buffer == "\xFF" || buffer == "\xFE";
    };
    while (is_first_byte() && !ended) read();
    if (are_gzipped(buffer)) {
      unpacked = std::make_unique<GunzippedBytes>(*bytes, std::exchange(buffer, {}));
      read();
    }
    const auto wide = wide_encoding(buffer, is_regular_file);
    if (wide.empty()) return;
    const auto file = path == "-" ? "" : " " + shell_word(path);
    const auto convert = str("iconv -f ", wide, " -t UTF-8");
    throw Error(str("is ", wide.substr(0, 6), ", but must be UTF-8"), name,
                "convert it: " + (unpacked ? str("zcat", file, " | ", convert) : convert + file));
  }

  /// Discards the rest of a line that is too long and keeps its beginning.
  void cut_line() {
    const auto kept = buffer.substr(begin, kTooLong);
    size_t end = std::string::npos;
    while (end == std::string::npos && !ended) {
      begin = buffer.size();
      fill();
      end = buffer.find('\n');
    }
    buffer.replace(0, std::min(end, buffer.size()), kept);
  }

  /// Whether the input is a regular file that has a line in valid UTF-8 with non-ASCII characters.
  bool has_utf8_beyond_ascii() const {
    if (!is_regular_file || descriptor == STDIN_FILENO) return false;  // cannot be read again
    constexpr int64_t kMostLines = 1'000'000;
    LineReader again(path, Encoding::as_is);
    again.impl_->warned_of_returns = true;
    std::string other;
    while (again.line_number() < kMostLines && again.next(other)) {
      const bool is_ascii =
          std::none_of(other.begin(), other.end(), [](char byte) { return (byte & '\x80') != 0; });
      if (!is_ascii && !first_invalid_utf8(other)) return true;
    }
    return false;
  }

  /// Warns if \r may end lines, as in Mac OS 9, because all of them are then read as one line.
  void check_returns(std::string_view found, bool has_feed) {
    if (warned_of_returns || found.find('\r') == std::string_view::npos) return;
    constexpr auto kRemedy = "if carriage returns end lines, convert the file: tr '\\r' '\\n'";
    const bool has_several = found.find('\r') != found.rfind('\r');
    if (line == 1 && is_regular_file && (!has_feed || (has_several && is_at_end()))) {
      throw Error("has carriage returns (\\r) inside its only line", name, kRemedy);
    }
    warned_of_returns = true;
    log_warning(name, ':', line, ": a carriage return (\\r) inside a line does not end it; ",
                kRemedy);
  }

  bool is_at_end() {
    while (begin == buffer.size() && !ended) fill();
    return begin == buffer.size();
  }

  [[noreturn]] void fail_encoding(const std::string& bytes, size_t bad) const {
    throw Error(str("not valid UTF-8 (byte ", hexadecimal(bytes[bad]), ")"),
                str(name, ":", line, ":", column_of(bytes, bad)),
                has_utf8_beyond_ascii()
                    ? "correct or remove such lines; other lines are UTF-8, which converting the "
                      "whole file would corrupt"
                    : "convert the file; if it is Latin-1: iconv -f latin1 -t utf-8");
  }
};

LineReader::LineReader(const std::string& path, Encoding encoding)
    : impl_(std::make_unique<Impl>()) {
  impl_->encoding = encoding;
  impl_->path = path;
  impl_->name = path == "-" ? "standard input" : path;
  uint64_t size = UINT64_MAX;
  if (path != "-") {
    auto part = find_in_packed_folder(path);
    impl_->descriptor =
        part ? part->descriptor.release() : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (part) {
      size = part->size;
      ::lseek(impl_->descriptor, static_cast<off_t>(part->begin), SEEK_SET);
    }
    if (impl_->descriptor < 0) {
      const int error = errno;
      impl_->descriptor = STDIN_FILENO;  // nothing to close
      fail_to_open(path, error, remedy_for_missing_text(path));
    }
  }
  impl_->bytes = std::make_unique<DescriptorBytes>(impl_->descriptor, impl_->name, size);
  struct stat status = {};
  if (::fstat(impl_->descriptor, &status) != 0) {
    throw Error(str("cannot read: ", std::strerror(errno)), impl_->name, "", ExitCode::failure);
  }
  if (S_ISDIR(status.st_mode)) {
    throw Error("is a directory, but must be a text file", impl_->name, "name a file in it");
  }
  impl_->is_regular_file = S_ISREG(status.st_mode);
}

LineReader::LineReader(std::unique_ptr<ByteSource> bytes, const std::string& name,
                       Encoding encoding)
    : impl_(std::make_unique<Impl>()) {
  impl_->encoding = encoding;
  impl_->path = impl_->name = name;
  impl_->bytes = std::move(bytes);
  impl_->is_regular_file = true;
}

LineReader::~LineReader() = default;

bool LineReader::next(std::string& line) {
  Impl& in = *impl_;
  size_t end = in.buffer.find('\n', in.begin);
  while (end == std::string::npos && !in.ended) {
    const size_t searched = in.buffer.size() - in.begin;
    if (searched >= kTooLong) {
      in.cut_line();
      end = in.buffer.find('\n');
      break;
    }
    in.fill();
    end = in.buffer.find('\n', searched);
  }
  if (in.line == 0 && std::string_view(in.buffer).substr(in.begin).starts_with(kByteOrderMark)) {
    in.begin += kByteOrderMark.size();
    in.has_byte_order_mark = true;
  }
  const bool has_feed = end != std::string::npos;
  if (!has_feed) {
    if (in.begin == in.buffer.size()) return false;
    end = in.buffer.size();
  }
  std::string_view found = std::string_view(in.buffer).substr(in.begin, end - in.begin);
  in.begin = std::min(end + 1, in.buffer.size());
  ++in.line;
  in.end = end < in.buffer.size() ? "\n" : "";
  if (found.ends_with('\r')) {
    found.remove_suffix(1);
    in.end = in.end.empty() ? "\r" : "\r\n";
  }
  if (found.size() > limits::kLineBytes) {
    log_warning(where(), ": is longer than ", limits::kLineBytes, " bytes; the rest is ignored");
    found = whole_characters(found.substr(0, limits::kLineBytes));
  }
  line.assign(found);
  in.check_returns(line, has_feed);
  if (in.encoding == Encoding::as_is) return true;
  if (const auto bad = first_invalid_utf8(line)) {
    if (in.encoding == Encoding::checked) in.fail_encoding(line, *bad);
    line = replace_invalid_utf8(line);
  }
  return true;
}

bool LineReader::ready() {
  Impl& in = *impl_;
  pollfd wait = {.fd = in.descriptor, .events = POLLIN, .revents = 0};
  const auto is_too_long = [&] { return in.buffer.size() - in.begin >= kTooLong; };
  while (!in.ended && !in.is_regular_file && !in.has_line() && !is_too_long()) {
    if (::poll(&wait, 1, 0) <= 0) return false;
    in.fill();
  }
  return true;
}

std::string_view LineReader::end() const { return impl_->end; }

bool LineReader::has_byte_order_mark() const { return impl_->has_byte_order_mark; }

int64_t LineReader::line_number() const { return impl_->line; }

std::string LineReader::where() const { return str(impl_->name, ":", impl_->line); }

}  // namespace regard::text
