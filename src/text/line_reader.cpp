#include "regard/text/line_reader.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/text/utf8.h"

namespace regard::text {
namespace {

constexpr size_t kBlock = 1 << 16;

}  // namespace

struct LineReader::Impl {
  std::string name;
  Encoding encoding;
  int descriptor = -1;
  gzFile compressed = nullptr;  // null for standard input, which is read as it comes
  std::string buffer;
  size_t begin = 0;  // of what `buffer` has not given out yet
  int64_t line = 0;
  bool ended = false;

  /// Appends what comes next to `buffer`; sets `ended` where nothing does.
  void fill() {
    buffer.erase(0, begin);
    begin = 0;
    const size_t old = buffer.size();
    buffer.resize(old + kBlock);
    const ssize_t count = compressed != nullptr ? read_compressed(&buffer[old]) : read_plain(&buffer[old]);
    buffer.resize(old + static_cast<size_t>(count));
    ended = count == 0;
  }

  ssize_t read_compressed(char* to) {
    const int count = gzread(compressed, to, kBlock);
    int code = Z_OK;
    const char* message = gzerror(compressed, &code);
    // A truncated file shows at the end only, as a buffer error after a read that gave what there was.
    if (count < 0 || (count == 0 && code == Z_BUF_ERROR)) {
      throw Error(str("damaged .gz file", message != nullptr && *message != '\0' ? str(" (", message, ")") : ""),
                  str(name, ":", line + 1), "fetch or compress it again; `gzip -t` tests it");
    }
    return count;
  }

  ssize_t read_plain(char* to) const {
    ssize_t count = 0;
    do {
      count = ::read(descriptor, to, kBlock);
    } while (count < 0 && errno == EINTR);
    if (count < 0) throw Error(str("cannot read: ", std::strerror(errno)), name, "", ExitCode::failure);
    return count;
  }
};

LineReader::LineReader(const std::string& path, Encoding encoding) : impl_(std::make_unique<Impl>()) {
  impl_->encoding = encoding;
  if (path == "-") {
    impl_->name = "standard input";
    impl_->descriptor = STDIN_FILENO;
    return;
  }
  impl_->name = path;
  if (std::filesystem::is_directory(path)) {
    throw Error("is a directory, but must be a text file", path, "name a file in it");
  }
  impl_->compressed = gzopen(path.c_str(), "rb");
  if (impl_->compressed == nullptr) {
    throw Error(str("cannot read: ", std::strerror(errno)), path, "check the path; it is relative to the working directory");
  }
  gzbuffer(impl_->compressed, kBlock);
}

LineReader::~LineReader() {
  if (impl_->compressed != nullptr) gzclose(impl_->compressed);
}

bool LineReader::next(std::string& line) {
  Impl& in = *impl_;
  size_t searched = in.begin;
  size_t end = in.buffer.find('\n', searched);
  while (end == std::string::npos && !in.ended) {
    searched = in.buffer.size() - in.begin;
    in.fill();
    end = in.buffer.find('\n', searched);
  }
  if (end == std::string::npos) {
    if (in.begin == in.buffer.size()) return false;
    end = in.buffer.size();
  }
  std::string_view found = std::string_view(in.buffer).substr(in.begin, end - in.begin);
  in.begin = std::min(end + 1, in.buffer.size());
  if (++in.line == 1 && found.substr(0, 3) == "\xEF\xBB\xBF") found.remove_prefix(3);
  if (!found.empty() && found.back() == '\r') found.remove_suffix(1);
  line.assign(found);
  if (const auto bad = first_invalid_utf8(line)) {
    if (in.encoding == Encoding::repaired) {
      line = replace_invalid_utf8(line);
      return true;
    }
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(line[*bad]);
    throw Error(str("not valid UTF-8 (byte 0x", kDigits[byte >> 4U], kDigits[byte & 15U], ")"),
                str(where(), ":", column_of(line, *bad)),
                str("convert the file; if it is Latin-1: iconv -f latin1 -t utf-8 ", in.name));
  }
  return true;
}

bool LineReader::ready() {
  Impl& in = *impl_;
  if (in.compressed != nullptr || in.ended) return true;
  if (in.buffer.find('\n', in.begin) != std::string::npos) return true;
  pollfd wait = {.fd = in.descriptor, .events = POLLIN, .revents = 0};
  while (::poll(&wait, 1, 0) > 0) {
    in.fill();
    if (in.ended || in.buffer.find('\n', in.begin) != std::string::npos) return true;
  }
  return false;
}

int64_t LineReader::line_number() const { return impl_->line; }

std::string LineReader::where() const { return str(impl_->name, ":", impl_->line); }

}  // namespace regard::text
