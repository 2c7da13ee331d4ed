#include "download/unpack.h"

#include <fstream>

#include "base/files.h"
#include "base/process.h"
#include "bitext/packed_bytes.h"
#include "bitext/zip_archive.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::download {
namespace {

using bitext::ZipArchive;

void take_all(ByteSource& bytes, const std::string& path, uint64_t most, const Sink& take) {
  uint64_t taken = 0;
  for (std::string part; bytes.append(part); part.clear()) {
    taken += part.size();
    if (taken > most) throw Error(str("has more than ", most, " unpacked bytes"), path);
    take(part);
    stop_if_interrupted();
  }
}

/// Refuses what bitext::open_bytes() would take for a plain text.
void check_is_packed(const std::string& path, const char* format) {
  constexpr size_t kLongestMark = 6;
  std::string begun(kLongestMark, '\0');
  size_of_regular_file(path);
  std::ifstream(path, std::ios::binary).read(begun.data(), kLongestMark);
  const bool is_packed = are_gzipped(begun) ||
                         begun.starts_with(
                             "\xFD"
                             "7zXZ") ||
                         begun.starts_with("\x28\xB5\x2F\xFD");
  if (!is_packed) throw Error(str("is not a ", format, " file"), path);
}

}  // namespace

void unpack_gzip(const std::filesystem::path& path, uint64_t most, const Sink& take) {
  check_is_packed(path, ".gz");
  take_all(*bitext::open_bytes(path), path.string(), most, take);
}

void unpack_zip(const std::filesystem::path& path, const std::string& member, uint64_t most,
                const Sink& take) {
  const ZipArchive archive(path);
  const ZipArchive::Member* found = nullptr;
  for (const auto& one : archive.members()) {
    if (one.name.substr(one.name.rfind('/') + 1) != member) continue;
    if (found != nullptr) throw Error(str("has several files ", member), path.string());
    found = &one;
  }
  if (found == nullptr) throw Error(str("has no file ", member), path.string());
  take_all(*archive.open(*found), path.string(), most, take);
}

void check_is_whole(const std::filesystem::path& path, uint64_t most) {
  const auto ignore = [](std::string_view) {};
  if (path.string().find(".zip") == std::string::npos) {
    check_is_packed(path, ".gz, .xz or .zst");
    return take_all(*bitext::open_bytes(path), path.string(), most, ignore);
  }
  const ZipArchive archive(path);
  for (const auto& member : archive.members()) {
    if (member.size > most)
      throw Error(str("has more than ", most, " unpacked bytes"), path.string());
    take_all(*archive.open(member), path.string(), most, ignore);
    most -= member.size;
  }
}

}  // namespace regard::download
