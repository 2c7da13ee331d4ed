#include "documents/zip_rewrite.h"

#include <zlib.h>

#include <cstdint>
#include <new>

#include "regard/base/error.h"

namespace regard::documents {
namespace {

// Sizes of records and offsets of their fields, from PKWARE's APPNOTE.
constexpr size_t kLocalSize = 30, kEntrySize = 46;
constexpr size_t kLocalFlags = 6, kLocalMethod = 8, kLocalChecksum = 14, kLocalPacked = 18,
                 kLocalFull = 22, kLocalName = 26, kLocalExtra = 28;
constexpr size_t kEntryFlags = 8, kEntryMethod = 10, kEntryChecksum = 16, kEntryPacked = 20,
                 kEntryFull = 24, kEntryName = 28, kEntryExtra = 30, kEntryComment = 32,
                 kEntryHeader = 42;
constexpr size_t kEndDirectorySize = 12, kEndDirectory = 16;
constexpr uint64_t kIn64 = 0xFFFFFFFF, kHasDescriptor = 8;
constexpr unsigned kBitsOfByte = 8;

class Zip {
 public:
  Zip(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  uint64_t number(size_t at, size_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at)
      refuse("is damaged: a record is truncated");
    uint64_t number = 0;
    for (size_t i = size; i > 0; --i) {
      number = number << kBitsOfByte | static_cast<unsigned char>(bytes_[at + i - 1]);
    }
    return number;
  }

  std::string part(size_t at, size_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at)
      refuse("is damaged: a record is truncated");
    return std::string(bytes_.substr(at, size));
  }

  size_t end_record() const {
    const size_t end = bytes_.rfind(std::string_view("PK\5\6", 4));
    if (end == std::string_view::npos) refuse("is damaged: its list of files is missing");
    return end;
  }

  [[noreturn]] void refuse(const char* why) const {
    throw Error(why, name_, "save it again in the program that wrote it");
  }

 private:
  std::string_view bytes_;
  const std::string& name_;
};

void put(std::string& record, size_t at, size_t size, uint64_t number) {
  for (size_t i = 0; i < size; ++i, number >>= kBitsOfByte) {
    record[at + i] = static_cast<char>(number & 0xFFU);
  }
}

std::string deflated(const std::string& bytes) {
  z_stream stream = {};
  constexpr int kMemory = 8;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, kMemory,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace

std::string rewritten_zip(std::string_view archive, const std::map<size_t, std::string>& contents,
                          const std::string& name) {
  const Zip zip(archive, name);
  const size_t end = zip.end_record();
  const auto directory = zip.number(end + kEndDirectory, 4);
  const auto directory_size = zip.number(end + kEndDirectorySize, 4);
  if (directory == kIn64 || directory_size == kIn64) zip.refuse("is a ZIP64 archive");
  std::string written, entries;
  size_t number = 0;
  for (size_t at = directory; at + kEntrySize <= directory + directory_size; ++number) {
    const size_t size = kEntrySize + zip.number(at + kEntryName, 2) +
                        zip.number(at + kEntryExtra, 2) + zip.number(at + kEntryComment, 2);
    auto entry = zip.part(at, size);
    const auto header = zip.number(at + kEntryHeader, 4), packed = zip.number(at + kEntryPacked, 4);
    if (header == kIn64 || packed == kIn64) zip.refuse("is a ZIP64 archive");
    const size_t head =
        kLocalSize + zip.number(header + kLocalName, 2) + zip.number(header + kLocalExtra, 2);
    auto local = zip.part(header, head);
    auto data = zip.part(header + head, packed);
    if (const auto found = contents.find(number); found != contents.end()) {
      const auto& bytes = found->second;
      data = deflated(bytes);
      put(entry, kEntryMethod, 2, Z_DEFLATED);
      put(entry, kEntryChecksum, 4,
          crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
      put(entry, kEntryPacked, 4, data.size());
      put(entry, kEntryFull, 4, bytes.size());
    }
    const auto flags = zip.number(at + kEntryFlags, 2) & ~kHasDescriptor;
    put(entry, kEntryFlags, 2, flags);
    put(entry, kEntryHeader, 4, written.size());
    put(local, kLocalFlags, 2, flags);
    local.replace(kLocalMethod, 2, entry, kEntryMethod, 2);
    local.replace(kLocalChecksum, 4, entry, kEntryChecksum, 4);
    local.replace(kLocalPacked, 4, entry, kEntryPacked, 4);
    local.replace(kLocalFull, 4, entry, kEntryFull, 4);
    written += local + data;
    entries += entry;
    at += size;
  }
  auto record = zip.part(end, archive.size() - end);
  put(record, kEndDirectory, 4, written.size());
  put(record, kEndDirectorySize, 4, entries.size());
  return written + entries + record;
}

}  // namespace regard::documents
