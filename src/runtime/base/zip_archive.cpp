#include "base/zip_archive.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string_view>

#include "base/files.h"
#include "base/process.h"
#include "base/unopened_file.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw Error(str("damaged .zip file: ", what), path, "download it again; `unzip -t` tests it");
}

/// Little-endian fields of a record.
class Record {
 public:
  Record(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  uint64_t number(size_t at, size_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) fail(path_, "a record is truncated");
    uint64_t number = 0;
    for (size_t i = size; i > 0; --i) {
      number = number << 8U | static_cast<unsigned char>(bytes_[at + i - 1]);
    }
    return number;
  }
  std::string_view text(size_t at, size_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) fail(path_, "a record is truncated");
    return bytes_.substr(at, size);
  }

 private:
  std::string_view bytes_;
  const std::string& path_;
};

OpenDescriptor open_file(const std::string& path) {
  OpenDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) fail_to_open(path, errno);
  return file;
}

std::string read_at(int descriptor, uint64_t at, uint64_t size, const std::string& path) {
  std::string bytes;
  if (::lseek(descriptor, static_cast<off_t>(at), SEEK_SET) < 0)
    fail(path, "an offset in it is invalid");
  DescriptorBytes source(descriptor, path, size);
  while (source.append(bytes)) continue;
  if (bytes.size() < size) fail(path, "it is truncated");
  return bytes;
}

constexpr std::string_view kEnd("PK\5\6", 4), kEnd64("PK\6\6", 4), kLocator64("PK\6\7", 4),
    kEntry("PK\1\2", 4), kLocal("PK\3\4", 4);
constexpr size_t kEndSize = 22, kEnd64Size = 56, kLocatorSize = 20, kEntrySize = 46,
                 kLocalSize = 30;
constexpr uint64_t kIn64 = 0xFFFFFFFF;  // the value is in the ZIP64 fields

struct Directory {
  uint64_t begin, size;
};

/// The location of the member list, read from the record at the file's end, before the comment.
Directory directory_of(int descriptor, uint64_t file_size, const std::string& path) {
  constexpr uint64_t kLongest = kEndSize + 0xFFFF;
  const uint64_t tail_begin = file_size - std::min(file_size, kLongest);
  const auto tail = read_at(descriptor, tail_begin, file_size - tail_begin, path);
  const size_t end = tail.rfind(kEnd);
  if (end == std::string::npos) fail(path, "its list of files is missing");
  const Record record(std::string_view(tail).substr(end), path);
  constexpr size_t kSize = 12, kBegin = 16, kComment = 20;
  record.number(kComment, 2);  // fails if the record is truncated
  Directory directory = {record.number(kBegin, 4), record.number(kSize, 4)};
  if (directory.begin != kIn64 && directory.size != kIn64) return directory;
  if (end < kLocatorSize || tail.compare(end - kLocatorSize, kLocator64.size(), kLocator64) != 0) {
    fail(path, "its list of files is missing");
  }
  const Record locator(std::string_view(tail).substr(end - kLocatorSize), path);
  constexpr size_t kPlace = 8, kSize64 = 40, kBegin64 = 48;
  const auto bytes = read_at(descriptor, locator.number(kPlace, 8), kEnd64Size, path);
  if (!bytes.starts_with(kEnd64)) fail(path, "its list of files is missing");
  const Record large(bytes, path);
  return {large.number(kBegin64, 8), large.number(kSize64, 8)};
}

/// An extra field contains only the values beyond 32 bits, in this order.
void read_large(const Record& entry, size_t begin, size_t size, ZipArchive::Member& member) {
  constexpr size_t kHead = 4;
  for (size_t at = begin; at + kHead <= begin + size;) {
    const auto kind = entry.number(at, 2);
    const auto length = entry.number(at + 2, 2);
    size_t place = at + kHead;
    if (kind == 1) {
      for (auto* number : {&member.size, &member.packed, &member.header}) {
        if (*number != kIn64) continue;
        *number = entry.number(place, 8);
        place += 8;
      }
    }
    at += kHead + length;
  }
}

/// The bytes of a member, checked against its size and checksum at the end.
class MemberBytes : public ByteSource {
 public:
  MemberBytes(OpenDescriptor file, const ZipArchive::Member& member, std::string path)
      : file_(std::move(file)),
        path_(std::move(path)),
        packed_(file_.number(), path_, member.packed),
        left_(member.size),
        checksum_(member.checksum),
        is_stored_(member.method == 0) {
    if (!is_stored_ && inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~MemberBytes() override {
    if (!is_stored_) inflateEnd(&stream_);
  }

  bool append(std::string& bytes) override {
    const size_t old = bytes.size();
    if (is_stored_) {
      packed_.append(bytes);
    } else if (!ended_) {
      inflate_to(bytes);
    }
    const uint64_t got = bytes.size() - old;
    if (got > left_) fail(path_, "a file in it is longer than its header says");
    left_ -= got;
    if (got == 0 && left_ > 0) fail(path_, "it is truncated");
    sum_ = crc32_z(sum_, reinterpret_cast<const Bytef*>(bytes.data() + old), got);
    if (left_ == 0 && sum_ != checksum_) fail(path_, "a file in it has a different checksum");
    return got > 0;
  }

 private:
  void inflate_to(std::string& bytes) {
    const size_t old = bytes.size();
    bytes.resize(old + kBlock);
    stream_.next_out = reinterpret_cast<Bytef*>(&bytes[old]);
    stream_.avail_out = kBlock;
    while (stream_.avail_out == kBlock && !ended_) {
      if (stream_.avail_in == 0) {
        compressed_.clear();
        if (!packed_.append(compressed_)) fail(path_, "it is truncated");
        stream_.next_in = reinterpret_cast<Bytef*>(compressed_.data());
        stream_.avail_in = static_cast<uInt>(compressed_.size());
      }
      const int code = inflate(&stream_, Z_NO_FLUSH);
      ended_ = code == Z_STREAM_END;
      if (code != Z_OK && !ended_ && code != Z_BUF_ERROR) fail(path_, "its data is invalid");
    }
    bytes.resize(old + kBlock - stream_.avail_out);
  }

  OpenDescriptor file_;
  std::string path_;
  DescriptorBytes packed_;
  std::string compressed_;
  z_stream stream_ = {};
  uint64_t left_;
  uint32_t checksum_;
  uLong sum_ = 0;
  bool is_stored_, ended_ = false;
};

}  // namespace

ZipArchive::ZipArchive(const std::string& path) : path_(path) {
  const auto size = size_of_regular_file(path);
  const auto file = open_file(path);
  constexpr uint64_t kMostBytes = 256 * limits::kMebibyte;
  const auto [begin, length] = directory_of(file.number(), size, path);
  if (begin > size || length > size - begin || length > kMostBytes) {
    fail(path, "an offset points beyond its end");
  }
  const auto bytes = read_at(file.number(), begin, length, path);
  const Record entries(bytes, path);
  for (size_t at = 0; at + kEntrySize <= bytes.size();) {
    if (entries.text(at, kEntry.size()) != kEntry) break;
    const size_t name = entries.number(at + 28, 2), extra = entries.number(at + 30, 2),
                 comment = entries.number(at + 32, 2);
    Member member = {.name = std::string(entries.text(at + kEntrySize, name)),
                     .header = entries.number(at + 42, 4),
                     .packed = entries.number(at + 20, 4),
                     .size = entries.number(at + 24, 4),
                     .method = static_cast<uint16_t>(entries.number(at + 10, 2)),
                     .checksum = static_cast<uint32_t>(entries.number(at + 16, 4))};
    read_large(entries, at + kEntrySize + name, extra, member);
    members_.push_back(std::move(member));
    at += kEntrySize + name + extra + comment;
  }
}

std::unique_ptr<ByteSource> ZipArchive::open(const Member& member) const {
  auto file = open_file(path_);
  const auto bytes = read_at(file.number(), member.header, kLocalSize, path_);
  const Record header(bytes, path_);
  if (!bytes.starts_with(kLocal)) fail(path_, "it points to something that is not a file");
  const bool is_encrypted = header.number(6, 2) % 2 == 1;
  if (is_encrypted || (member.method != 0 && member.method != Z_DEFLATED)) {
    throw Error(str("member ", member.name, " is ",
                    is_encrypted ? "encrypted" : "not compressed with Deflate"),
                path_, "unpack it, and name the files");
  }
  const auto begin = member.header + kLocalSize + header.number(26, 2) + header.number(28, 2);
  ::lseek(file.number(), static_cast<off_t>(begin), SEEK_SET);
  return std::make_unique<MemberBytes>(std::move(file), member, path_);
}

std::string ZipArchive::read(const Member& member) const {
  if (member.size > kMostBytes) {
    throw Error(str("member ", member.name, " has ", member.size, " bytes, more than ", kMostBytes),
                path_, "unpack it, and name the files", ExitCode::failure);
  }
  const auto source = open(member);
  std::string bytes;
  while (source->append(bytes)) continue;
  return bytes;
}

}  // namespace regard
