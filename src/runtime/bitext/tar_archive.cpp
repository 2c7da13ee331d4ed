#include "bitext/tar_archive.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/process.h"
#include "bitext/packed_bytes.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::bitext {
namespace {

constexpr size_t kBlock = 512;

std::string_view text_at(std::string_view header, size_t at, size_t size) {
  const auto field = header.substr(at, size);
  return field.substr(0, field.find('\0'));
}

/// A number in octal digits; 0 if it is not valid. GNU tar writes sizes of 8 GiB or more in binary.
uint64_t number_at(std::string_view header, size_t at, size_t size) {
  constexpr unsigned char kBinary = 0x80;
  uint64_t number = 0;
  const auto field = header.substr(at, size);
  if (static_cast<unsigned char>(field[0]) == kBinary) {
    for (const char c : field.substr(1)) number = number << 8U | static_cast<unsigned char>(c);
    return number;
  }
  for (const char c : field) {
    if (c >= '0' && c <= '7') number = number * 8 + static_cast<uint64_t>(c - '0');
  }
  return number;
}

bool has_right_sum(std::string_view header) {
  constexpr size_t kSum = 148, kSumSize = 8;
  uint64_t sum = 0;
  for (size_t i = 0; i < kBlock; ++i) {
    sum += i >= kSum && i < kSum + kSumSize ? ' ' : static_cast<unsigned char>(header[i]);
  }
  return sum == number_at(header, kSum, kSumSize);
}

/// The path in a pax record with lines such as "25 path=folder/name\n".
std::string path_in(std::string_view record) {
  std::string path;
  while (!record.empty()) {
    size_t size = 0;
    std::from_chars(record.data(), record.data() + record.size(), size);
    if (size == 0 || size > record.size()) break;
    auto line = record.substr(0, size);
    record.remove_prefix(size);
    line.remove_prefix(std::min(line.find(' '), line.size() - 1) + 1);
    constexpr std::string_view kPath = "path=";
    if (line.starts_with(kPath) && line.ends_with('\n')) {
      path = line.substr(kPath.size(), line.size() - kPath.size() - 1);
    }
  }
  return path;
}

}  // namespace

class TarArchive::File : public ByteSource {
 public:
  explicit File(TarArchive& archive) : archive_(archive) {}
  bool append(std::string& bytes) override { return archive_.append(bytes); }

 private:
  TarArchive& archive_;
};

TarArchive::TarArchive(const std::string& path, uint64_t most)
    : path_(path), bytes_(open_bytes(path)), most_(most) {}

void TarArchive::fail(const std::string& what) const {
  throw Error(str("damaged .tar archive: ", what), path_, "download it again; `tar -tf` tests it");
}

/// Reads until the buffer has `size` bytes.
void TarArchive::need(uint64_t size) {
  while (buffer_.size() < size) {
    const size_t old = buffer_.size();
    if (!bytes_->append(buffer_)) fail("it is truncated");
    unpacked_ += buffer_.size() - old;
    if (unpacked_ > most_) {
      throw Error(str("unpacks to more than ", most_, " bytes, the limit"), path_,
                  "unpack it, and read the files in it one by one");
    }
    stop_if_interrupted();
  }
}

bool TarArchive::append(std::string& bytes) {
  if (left_ == 0) return false;
  need(1);
  const auto size = std::min<uint64_t>(left_, buffer_.size());
  bytes.append(buffer_, 0, size);
  buffer_.erase(0, size);
  left_ -= size;
  return true;
}

void TarArchive::skip_file() {
  std::string ignored;
  while (append(ignored)) ignored.clear();
  need(padding_);
  buffer_.erase(0, std::exchange(padding_, 0));
}

/// The content of a record that describes the next file.
std::string TarArchive::record_of_file() {
  if (left_ > limits::kMebibyte) fail("a file name is too long");
  std::string record;
  while (append(record)) continue;
  return record;
}

/// Reads a file's header: sets the name and returns the size.
uint64_t TarArchive::begin_file(const std::string& header) {
  constexpr size_t kNameSize = 100, kSize = 124, kSizeSize = 12, kMagic = 257, kPrefix = 345,
                   kPrefixSize = 155;
  name_ = text_at(header, 0, kNameSize);
  const auto prefix = text_at(header, kPrefix, kPrefixSize);
  if (text_at(header, kMagic, 6) == "ustar" && !prefix.empty()) name_ = str(prefix, '/', name_);
  return number_at(header, kSize, kSizeSize);
}

bool TarArchive::next() {
  std::string long_name;
  while (true) {
    skip_file();
    need(kBlock);
    const auto header = buffer_.substr(0, kBlock);
    if (header.find_first_not_of('\0') == std::string::npos) return false;
    if (!has_right_sum(header)) fail("a header has a wrong checksum");
    buffer_.erase(0, kBlock);
    left_ = begin_file(header);
    padding_ = (kBlock - left_ % kBlock) % kBlock;
    constexpr size_t kType = 156;
    switch (header[kType]) {
      case 'L':
        long_name = text_at(record_of_file(), 0, std::string::npos);
        break;
      case 'x':
        if (auto path = path_in(record_of_file()); !path.empty()) long_name = std::move(path);
        break;
      case '0':
      case '\0':
        if (!long_name.empty()) name_ = std::move(long_name);
        return true;
      default:  // a folder, a link, or a record about the archive
        long_name.clear();
    }
  }
}

std::unique_ptr<ByteSource> TarArchive::open() { return std::make_unique<File>(*this); }

}  // namespace regard::bitext
