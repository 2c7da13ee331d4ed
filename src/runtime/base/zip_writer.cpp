#include "base/zip_writer.h"

#include <zlib.h>

#include <cstddef>
#include <limits>

#include "regard/base/error.h"

namespace regard {
namespace {

void append_number(std::string& record, uint64_t number, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) record += static_cast<char>(number >> (8 * i));
}

constexpr uint64_t kVersion = 20;         // version 2.0 of the format
constexpr uint64_t kUtf8Names = 1 << 11;  // flag: names are UTF-8
constexpr uint64_t kFirstDay = 0x21;      // 1980-01-01: the same members give the same archive

/// The fields that a member's header and its directory entry share.
std::string common_record(const std::string& name, std::string_view bytes) {
  std::string record;
  append_number(record, kVersion, 2);
  append_number(record, kUtf8Names, 2);
  append_number(record, 0, 2);  // method: stored
  append_number(record, 0, 2);  // time: midnight
  append_number(record, kFirstDay, 2);
  append_number(record, crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()), 4);
  append_number(record, bytes.size(), 4);
  append_number(record, bytes.size(), 4);
  append_number(record, name.size(), 2);
  append_number(record, 0, 2);  // size of the extra field
  return record;
}

}  // namespace

void ZipWriter::write(std::string_view bytes) {
  file_.write(bytes);
  written_ += bytes.size();
}

void ZipWriter::add(const std::string& name, std::string_view bytes) {
  constexpr uint64_t kMost = std::numeric_limits<uint32_t>::max();
  constexpr uint64_t kRecords = 100;  // the end record, and a member's headers without names
  const auto directory = directory_.size() + 2 * name.size() + kRecords;
  if (bytes.size() > kMost || written_ + bytes.size() + directory > kMost ||
      members_ == std::numeric_limits<uint16_t>::max()) {
    throw Error("would exceed 4 GiB or 65,535 files", file_.path().string(), "", ExitCode::failure);
  }
  const auto begin = written_;
  const auto common = common_record(name, bytes);
  write("PK\3\4");
  write(common);
  write(name);
  write(bytes);
  directory_ += "PK\1\2";
  append_number(directory_, kVersion, 2);
  directory_ += common;
  constexpr size_t kWithoutPlace = 10;  // comment, disk and attributes
  directory_.append(kWithoutPlace, '\0');
  append_number(directory_, begin, 4);
  directory_ += name;
  ++members_;
}

void ZipWriter::commit() {
  const auto begin = written_;
  write(directory_);
  std::string end = "PK\5\6";
  append_number(end, 0, 4);  // disks
  append_number(end, members_, 2);
  append_number(end, members_, 2);
  append_number(end, directory_.size(), 4);
  append_number(end, begin, 4);
  append_number(end, 0, 2);  // size of the comment
  write(end);
  file_.commit();
}

}  // namespace regard
