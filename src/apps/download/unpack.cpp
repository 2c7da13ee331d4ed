#include "download/unpack.h"

#include <fstream>

#include "base/files.h"
#include "base/process.h"
#include "base/zip_archive.h"
#include "bitext/packed_bytes.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::download {
namespace {

[[noreturn]] void fail_too_large(const std::string& path, uint64_t most) {
  throw Error(str("unpacks to more than ", most, " bytes"), path,
              "remove it and rerun the command: it is damaged or a different file");
}

void take_all(ByteSource& bytes, const std::string& path, uint64_t most, const Sink& take) {
  uint64_t taken = 0;
  for (std::string part; bytes.append(part); part.clear()) {
    taken += part.size();
    if (taken > most) fail_too_large(path, most);
    take(part);
    stop_if_interrupted();
  }
}

/// Rejects a file that bitext::open_bytes() would read as plain text.
void check_is_packed(const std::string& path, const char* format) {
  std::string begun(bitext::kLongestMark, '\0');
  size_of_regular_file(path);
  std::ifstream(path, std::ios::binary)
      .read(begun.data(), static_cast<std::streamsize>(begun.size()));
  if (bitext::packing_of(begun) != bitext::Packing::none) return;
  throw Error(str("is not a ", format, " file"), path,
              "remove it and run the command again, or name another server with --from: it may be "
              "a page that the server sent instead");
}

}  // namespace

void unpack_gzip(const std::filesystem::path& path, uint64_t most, const Sink& take) {
  check_is_packed(path, ".gz");
  take_all(*bitext::open_bytes(path), path.string(), most, take);
}

void unpack_zip(const std::filesystem::path& path, const std::string& member, uint64_t most,
                const Sink& take) {
  const ZipArchive archive(path);
  const auto fail = [&](const char* what) {
    throw Error(str(what, member), path.string(),
                "find the text with `unzip -l` and unpack it yourself: the publisher may have "
                "changed the archive");
  };
  const ZipArchive::Member* found = nullptr;
  for (const auto& one : archive.members()) {
    if (one.name.substr(one.name.rfind('/') + 1) != member) continue;
    if (found != nullptr) fail("has several files ");
    found = &one;
  }
  if (found == nullptr) fail("has no file ");
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
    if (member.size > most) fail_too_large(path.string(), most);
    take_all(*archive.open(member), path.string(), most, ignore);
    most -= member.size;
  }
}

}  // namespace regard::download
