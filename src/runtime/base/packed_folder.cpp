#include "base/packed_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <map>
#include <string_view>
#include <utility>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/files.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard {

struct GzipStream::State {
  z_stream stream = {};

  std::string compressed(std::string_view text, int flush) {
    std::string bytes;
    std::array<Bytef, size_t{1} << 14U> part;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    do {
      stream.next_out = part.data();
      stream.avail_out = static_cast<uInt>(part.size());
      ::deflate(&stream, flush);
      bytes.append(reinterpret_cast<const char*>(part.data()), part.size() - stream.avail_out);
    } while (stream.avail_out == 0);
    return bytes;
  }
};

GzipStream::GzipStream() : state_(std::make_unique<State>()) {
  constexpr int kGzip = MAX_WBITS + 16;  // zlib's code for a .gz header
  constexpr int kMemory = 8;
  if (::deflateInit2(&state_->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
    throw Error("not enough memory to compress", {}, "", ExitCode::failure);
  }
}

GzipStream::~GzipStream() { ::deflateEnd(&state_->stream); }

std::string GzipStream::add(std::string_view text) {
  constexpr size_t kAtOnce = size_t{1} << 30U;  // zlib uses 32-bit sizes
  std::string bytes;
  for (; text.size() > kAtOnce; text.remove_prefix(kAtOnce)) {
    bytes += state_->compressed(text.substr(0, kAtOnce), Z_NO_FLUSH);
  }
  return bytes + state_->compressed(text, Z_NO_FLUSH);
}

std::string GzipStream::end() { return state_->compressed({}, Z_FINISH); }

namespace {

namespace fs = std::filesystem;

constexpr uint64_t kBlock = 512;
constexpr const char* kSums = "SHA256SUMS";
constexpr std::string_view kFirstLine = "# regard packed folder, version ";
constexpr int kFormatVersion = 1;
constexpr size_t kMostFiles = 64;

/// A ustar header (POSIX.1-1988), with zero-terminated strings and octal numbers.
struct TarHeader {
  char name[100], mode[8], owner[8], group[8], size[12], time[12], checksum[8], type;
  char link[100], magic[6], version[2], owner_name[32], group_name[32], device[16];
  char prefix[155], unused[12];
};
static_assert(sizeof(TarHeader) == kBlock);

template <size_t kSize>
void write_octal(uint64_t value, char (&digits)[kSize]) {
  for (size_t i = kSize - 1; i-- > 0; value /= 8) digits[i] = static_cast<char>('0' + value % 8);
}

/// A field's number; nothing unless all characters before the first zero or space are octal digits.
template <size_t kSize>
std::optional<uint64_t> read_octal(const char (&digits)[kSize]) {
  const auto* end = std::find_if(digits, digits + kSize, [](char c) { return c == 0 || c == ' '; });
  uint64_t value = 0;
  const auto read = std::from_chars(digits, end, value, 8);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

/// The header's checksum: the sum of its bytes, with the checksum field taken as spaces.
uint64_t sum_of(TarHeader header) {
  std::ranges::fill(header.checksum, ' ');
  const auto* bytes = reinterpret_cast<const unsigned char*>(&header);
  uint64_t sum = 0;
  for (size_t i = 0; i < kBlock; ++i) sum += bytes[i];
  return sum;
}

TarHeader header_of(const std::string& name, uint64_t size) {
  TarHeader header{};
  std::memcpy(header.name, name.data(), std::min(name.size(), sizeof(header.name) - 1));
  write_octal(0644, header.mode);
  write_octal(0, header.owner);
  write_octal(0, header.group);
  write_octal(size, header.size);
  write_octal(0, header.time);
  header.type = '0';
  std::memcpy(header.magic, "ustar", sizeof(header.magic));
  std::memcpy(header.version, "00", sizeof(header.version));
  write_octal(sum_of(header), header.checksum);
  return header;
}

bool is_header(const TarHeader& header) {
  return std::memcmp(header.magic, "ustar", sizeof(header.magic)) == 0 &&
         read_octal(header.checksum) == sum_of(header);
}

uint64_t whole_blocks(uint64_t size) { return (size + kBlock - 1) / kBlock * kBlock; }

bool is_plain_name(const std::string& name) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
  };
  return !name.empty() && name.front() != '.' && std::ranges::all_of(name, allowed);
}

struct PackedFile {
  std::string name;
  uint64_t begin, size;
};

[[noreturn]] void fail(const fs::path& path, const std::string& what) {
  throw Error(str("is not a complete packed model: ", what), path.string(),
              "use a complete copy: this one was truncated or changed", ExitCode::failure);
}

/// Reads bytes of an open file.
std::string read_at(int descriptor, uint64_t begin, size_t size, const fs::path& path) {
  std::string bytes(size, '\0');
  for (size_t have = 0; have < size;) {
    const ssize_t count =
        ::pread(descriptor, bytes.data() + have, size - have, static_cast<off_t>(begin + have));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail(path, "it is truncated");
    have += static_cast<size_t>(count);
  }
  return bytes;
}

/// The size of an open file, which must be regular.
uint64_t size_of_open_file(int descriptor, const fs::path& path) {
  struct stat status {};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    throw Error("cannot be opened as a file", path.string(), "", ExitCode::failure);
  }
  return static_cast<uint64_t>(status.st_size);
}

/// The members of an archive, which is opened once.
class PackedFolder {
 public:
  explicit PackedFolder(const fs::path& path)
      : path_(path),
        in_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)),
        size_(size_of_open_file(in_.number(), path)) {
    read_sums();
    uint64_t at = next_;
    while (at + kBlock <= size_) {
      const auto header = read_header(at);
      if (header.name[0] == 0) break;
      files_.push_back(file_of(header, at));
      at = files_.back().begin + whole_blocks(files_.back().size);
    }
    if (at + 2 * kBlock != size_) fail("it does not end where its last file does");
    for (const auto& [name, sum] : sums_) {
      if (!find(name)) fail(str("it lacks ", name));
    }
  }

  const std::vector<PackedFile>& files() const { return files_; }
  const std::string& sum(const std::string& name) const { return sums_.at(name); }

  std::optional<PackedFile> find(const std::string& name) const {
    for (const auto& file : files_) {
      if (file.name == name) return file;
    }
    return std::nullopt;
  }

  std::string read(const PackedFile& file) const {
    return read_at(in_.number(), file.begin, file.size, path_);
  }

  /// A part of the packed folder that takes over its open file.
  FilePart part(const PackedFile& file) && {
    return {.file = path_, .begin = file.begin, .size = file.size, .descriptor = std::move(in_)};
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { regard::fail(path_, what); }

  TarHeader read_header(uint64_t at) const {
    TarHeader header{};
    const auto bytes = read_at(in_.number(), at, kBlock, path_);
    std::memcpy(&header, bytes.data(), kBlock);
    if (header.name[0] != 0 && !is_header(header))
      fail(str("its header at byte ", at, " is damaged"));
    return header;
  }

  PackedFile file_of(const TarHeader& header, uint64_t at) const {
    const std::string name(header.name, ::strnlen(header.name, sizeof(header.name)));
    const auto size = read_octal(header.size);
    if (header.type != '0' || !size || !is_plain_name(name))
      fail("it contains something other than regular files");
    if (*size > size_ - at - kBlock) fail(str("it ends within ", name));
    if (name == kSums && at > 0) fail("it has two lists of hashes");
    if (name != kSums && !sums_.contains(name)) fail(str(name, " has no hash"));
    if (files_.size() == kMostFiles || find(name)) fail("it has too many files");
    return {name, at + kBlock, *size};
  }

  void read_sums() {
    const auto file = file_of(read_header(0), 0);
    if (file.size > limits::kKibibyte * 64) fail("its list of hashes is too long");
    const auto text = read(file);
    check_version(text.substr(0, text.find('\n')));
    for (size_t at = text.find('\n') + 1; at < text.size();) {
      const size_t end = text.find('\n', at);
      constexpr size_t kDigits = 64, kName = kDigits + 2;
      if (end == std::string::npos || end - at <= kName) fail("its list of hashes is damaged");
      sums_[text.substr(at + kName, end - at - kName)] = text.substr(at, kDigits);
      at = end + 1;
    }
    next_ = file.begin + whole_blocks(file.size);
  }

  void check_version(std::string_view line) const {
    int version = 0;
    if (!line.starts_with(kFirstLine)) fail("its list of hashes is damaged");
    line.remove_prefix(kFirstLine.size());
    std::from_chars(line.data(), line.data() + line.size(), version);
    if (version == kFormatVersion) return;
    throw Error(str("is a packed model of version ", line, ", but this regard reads version ",
                    kFormatVersion),
                path_.string(),
                "use a newer version of regard, or pack the model with this version",
                ExitCode::failure);
  }

  const fs::path path_;
  OpenDescriptor in_;
  uint64_t size_;
  uint64_t next_ = 0;
  std::map<std::string, std::string> sums_;
  std::vector<PackedFile> files_;
};

}  // namespace

std::string FilePart::read() const { return read_at(descriptor.number(), begin, size, file); }

bool is_packed_folder(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  TarHeader header{};
  std::ifstream in(path, std::ios::binary);
  if (!in.read(reinterpret_cast<char*>(&header), kBlock)) return false;
  return is_header(header) && std::strcmp(header.name, kSums) == 0;
}

std::optional<FilePart> find_in_packed_folder(const fs::path& path) {
  const auto folder = path.parent_path();
  if (folder.empty() || !is_packed_folder(folder)) return std::nullopt;
  PackedFolder packed(folder);
  const auto file = packed.find(path.filename().string());
  if (!file) return std::nullopt;
  return std::move(packed).part(*file);
}

std::vector<std::string> files_of_packed_folder(const fs::path& path) {
  std::vector<std::string> names;
  const PackedFolder folder(path);
  for (const auto& file : folder.files()) names.push_back(file.name);
  return names;
}

void check_packed_folder(const fs::path& path) {
  const PackedFolder folder(path);
  for (const auto& file : folder.files()) {
    if (sha256(folder.read(file)) == folder.sum(file.name)) continue;
    throw Error(str("contains a changed ", file.name, ": its SHA-256 differs"), path.string(),
                "use an unchanged copy", ExitCode::failure);
  }
}

void write_packed_folder(const fs::path& path, const std::vector<fs::path>& files) {
  std::string sums = str(kFirstLine, kFormatVersion, "\n");
  for (const auto& file : files) {
    sums += str(sha256_of_file(file), "  ", file.filename().string(), "\n");
  }
  AtomicFile out(path);
  const auto add = [&](const std::string& name, std::string_view bytes) {
    const auto header = header_of(name, bytes.size());
    out.write({reinterpret_cast<const char*>(&header), kBlock});
    out.write(bytes);
    out.write(std::string(whole_blocks(bytes.size()) - bytes.size(), '\0'));
  };
  add(kSums, sums);
  for (const auto& file : files) add(file.filename().string(), read_file(file));
  out.write(std::string(2 * kBlock, '\0'));
  out.commit();
}

void put_into_packed_folder(const fs::path& path, const fs::path& file) {
  const ScratchFolder scratch;
  std::vector<fs::path> files;
  bool has_place = false;
  for (const auto& name : files_of_packed_folder(path)) {
    const bool is_replaced = name == file.filename();
    has_place = has_place || is_replaced;
    files.emplace_back(is_replaced ? file : fs::path(scratch / name));
    if (!is_replaced) write_file_atomically(files.back(), read_file(path / name));
  }
  if (!has_place) files.push_back(file);
  write_packed_folder(path, files);
}

}  // namespace regard
